package io.rowlock.bench.omid;

import io.rowlock.bench.micro.profile.Peer;
import io.rowlock.bench.micro.profile.Peer.PeerContext;
import io.rowlock.bench.micro.profile.Workload;
import java.io.IOException;

/** Omid in its low-latency mode: the clients write the commit table. */
public final class OmidLowLatency implements Peer {

  @Override
  public String mode() {
    return "omid-low-latency";
  }

  @Override
  public Workload open(PeerContext context) throws IOException {
    return OmidWorkload.open(context, true);
  }
}
