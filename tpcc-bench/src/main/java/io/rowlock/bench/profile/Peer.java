package io.rowlock.bench.profile;

import java.io.IOException;

/**
 * A transaction layer whose libraries are not on every class path; it is found by {@link
 * java.util.ServiceLoader}.
 */
public interface Peer {

  /** The name of its mode, as users write it. */
  String mode();

  /** Starts what it needs and fills its table; closing the workload ends all of it. */
  Workload open(PeerContext context) throws IOException;
}
