package io.rowlock.bench.omid;

import io.rowlock.bench.micro.profile.Peer;
import io.rowlock.bench.micro.profile.Peer.PeerContext;
import io.rowlock.bench.micro.profile.Workload;
import java.io.IOException;

/** Omid as it comes: its timestamp server writes the commit table, in batches. */
public final class Omid implements Peer {

  @Override
  public String mode() {
    return "omid";
  }

  @Override
  public Workload open(PeerContext context) throws IOException {
    return OmidWorkload.open(context, false);
  }
}
