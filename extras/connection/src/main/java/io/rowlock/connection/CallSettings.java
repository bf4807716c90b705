package io.rowlock.connection;

import io.rowlock.TransactionSettings;
import java.time.Duration;

/** The settings of transactions that are single calls. */
final class CallSettings {

  private CallSettings() {}

  /** Returns the settings of calls that end within a number of milliseconds, if it is positive. */
  static TransactionSettings within(long millis) {
    return millis > 0
        ? TransactionSettings.builder()
            .timeout(Duration.ofMillis(Math.min(millis, Integer.MAX_VALUE)))
            .build()
        : TransactionSettings.ofDefaults();
  }
}
