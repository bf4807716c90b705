package io.rowlock;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/**
 * The default limits of waiting, which follow the time that HBase needs to replace a lost region
 * server: the session with ZooKeeper must end, and the regions must be recovered and opened
 * elsewhere. With shorter limits each lost host fails all transactions on its regions, and leaves
 * commits of unknown outcome.
 *
 * @param operationTimeout of a read or write with its repetitions
 * @param maxElapsed after which no attempt begins: an attempt may wait for the lost server, and
 *     then meet locks that were left there
 */
record RecoveryTimes(Duration operationTimeout, Duration maxElapsed) {

  /**
   * HBase's default, and the longest session that counts: tools wait for commits that began before
   * a table was changed ({@code ClientWait}), and know no longer operations.
   */
  private static final Duration LONGEST_SESSION =
      Duration.ofMillis(HConstants.DEFAULT_ZK_SESSION_TIMEOUT);

  /** To split the logs of the lost server, and to assign and open its regions. */
  private static final Duration RECOVERY = Duration.ofSeconds(60);

  private static final Duration FURTHER_ATTEMPTS = Duration.ofSeconds(30);

  /** The times of a cluster with HBase's defaults. */
  static final RecoveryTimes DEFAULT = after(LONGEST_SESSION);

  /** Returns the times of a cluster whose session the configuration of its client names. */
  static RecoveryTimes of(Configuration configuration) {
    int millis =
        configuration.getInt(HConstants.ZK_SESSION_TIMEOUT, HConstants.DEFAULT_ZK_SESSION_TIMEOUT);
    Duration session = Duration.ofMillis(Math.max(0, millis));
    return session.compareTo(LONGEST_SESSION) < 0 ? after(session) : DEFAULT;
  }

  private static RecoveryTimes after(Duration session) {
    Duration operation = session.plus(RECOVERY);
    return new RecoveryTimes(operation, operation.plus(FURTHER_ATTEMPTS));
  }
}
