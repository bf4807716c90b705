package io.rowlock.bench.omid;

import io.rowlock.bench.profile.Peer;
import io.rowlock.bench.profile.PeerContext;
import io.rowlock.bench.profile.Workload;
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
