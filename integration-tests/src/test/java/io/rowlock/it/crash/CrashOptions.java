package io.rowlock.it.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How long, how large and how random a crash test is.
 *
 * @param directory of its cluster, ledgers and logs; emptied first
 * @param time that clients and servers are killed for
 * @param clients at a time
 */
record CrashOptions(Path directory, Duration time, int clients, int regionServers, long seed) {

  /** Pauses of living clients and servers are longer than this. */
  static final Duration LEASE = Duration.ofSeconds(2);

  /** A region server that stands still for less is not given up. */
  static final Duration SESSION = Duration.ofSeconds(15);

  /** For clients and servers. */
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
