package io.rowlock.bench.omid;

import io.rowlock.bench.profile.Peer;
import io.rowlock.bench.profile.PeerContext;
import io.rowlock.bench.profile.Workload;
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
