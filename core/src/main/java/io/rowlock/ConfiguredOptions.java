package io.rowlock;

import io.rowlock.internal.engine.ConfigurationKeys;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@link RowlockOptions} from HBase's configuration. */
record ConfiguredOptions(Configuration configuration) {

  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredOptions.class);
  private static final int MOST_WARNINGS = 1_000;
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();
  private static final String CLIENT_CELL_LIMIT = "hbase.client.keyvalue.maxsize";
  private static final String SERVER_CELL_LIMIT = "hbase.server.keyvalue.maxsize";

  RowlockOptions read() {
    RecoveryTimes recovery = RecoveryTimes.of(configuration);
    RowlockOptions.Builder options =
        RowlockOptions.builder().operationTimeout(recovery.operationTimeout());
    duration("rowlock.lease", options::lease);
    duration("rowlock.lock.wait", options::lockWait);
    duration("rowlock.rpc.timeout", options::rpcTimeout);
    duration("rowlock.operation.timeout", options::operationTimeout);
    number("rowlock.server.max.requests", options::maxRequestsPerServer);
    number("rowlock.max.rows", options::maxRows);
    number("rowlock.background.max.transactions", options::maxBackgroundTransactions);
    apply("rowlock.wait.for.roll.forward", this::parseBoolean, options::waitForRollForward);
    number("rowlock.escalate.after", options::escalateAfter);
    duration("rowlock.slow.transaction", options::slowTransaction);
    cellLimit(options);
    ConfigurationKeys.complaints(configuration).forEach(ConfiguredOptions::warnOnce);
    return options.retryPolicy(retryPolicy(recovery)).build();
  }

  /** Each mutator reads the options. */
  private static void warnOnce(String complaint) {
    if (WARNED.size() < MOST_WARNINGS && WARNED.add(complaint)) {
      LOG.warn(complaint);
    }
  }

  private RetryPolicy retryPolicy(RecoveryTimes recovery) {
    RetryPolicy.Builder policy = RetryPolicy.builder().maxElapsed(recovery.maxElapsed());
    number("rowlock.retry.max.attempts", policy::maxAttempts);
    duration("rowlock.retry.max.elapsed", policy::maxElapsed);
    duration("rowlock.retry.first.delay", policy::firstDelay);
    duration("rowlock.retry.max.delay", policy::maxDelay);
    return policy.build();
  }

  /** Sets the limit of a cell; HBase treats zero or less as no limit. */
  private void cellLimit(RowlockOptions.Builder options) {
    int least = Integer.MAX_VALUE;
    for (String key : new String[] {CLIENT_CELL_LIMIT, SERVER_CELL_LIMIT}) {
      int limit = configuration.getInt(key, 10 * 1024 * 1024);
      least = limit > 0 ? Math.min(least, limit) : least;
    }
    options.maxCellBytes(least);
  }

  private void duration(String key, Consumer<Duration> setting) {
    apply(key, text -> Duration.ofMillis(Long.parseLong(text)), setting);
  }

  private void number(String key, Consumer<Integer> setting) {
    apply(key, Integer::parseInt, setting);
  }

  private boolean parseBoolean(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("must be true or false");
    }
    return text.equals("true");
  }

  private <V> void apply(String key, Function<String, V> parser, Consumer<V> setting) {
    @Nullable String text = configuration.getTrimmed(key);
    if (text == null) {
      return;
    }
    try {
      setting.accept(parser.apply(text));
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "The configuration has " + key + " = '" + text + "': " + reason(refused), refused);
    }
  }

  private static String reason(IllegalArgumentException refused) {
    return refused instanceof NumberFormatException
        ? "not a whole number (durations are in milliseconds)"
        : String.valueOf(refused.getMessage());
  }
}
