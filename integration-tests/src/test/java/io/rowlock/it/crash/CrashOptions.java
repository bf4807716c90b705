package io.rowlock.it.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Duration, size and seed of a crash test.
 *
 * @param directory of its cluster, histories and logs; emptied first
 * @param time during which clients and servers are killed
 * @param clients that run at a time
 */
record CrashOptions(Path directory, Duration time, int clients, int regionServers, long seed) {

  /** Pauses of clients and servers are longer than this. */
  static final Duration LEASE = Duration.ofSeconds(2);

  /** A region server may be suspended for less without losing its session. */
  static final Duration SESSION = Duration.ofSeconds(15);

  /** Settings of clients and servers. */
  static Map<String, String> settings() {
    return Map.of(
        "rowlock.lease",
        Long.toString(LEASE.toMillis()),
        "rowlock.rpc.timeout",
        "2000",
        "rowlock.operation.timeout",
        "10000",
        "zookeeper.session.timeout",
        Long.toString(SESSION.toMillis()));
  }
}
