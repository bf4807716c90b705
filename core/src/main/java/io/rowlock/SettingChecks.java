package io.rowlock;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;

/** Refuses invalid settings; the message names the setting, the value and the way out. */
final class SettingChecks {

  /** Longer ones are typing errors, and would overflow a count of nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(365 * 100);

  private static final int MAX_NAME = 64;

  /**
   * Visible characters and blanks: no controls, formats, surrogates, private or unassigned ones.
   */
  private static final Pattern NAME = Pattern.compile("[[^\\p{C}\\p{Cn}\\p{Z}] ]+");

  private SettingChecks() {}

  static Duration positive(String setting, Duration value, String wayOut) {
    return between(setting, value, Duration.ofNanos(1), "positive", wayOut);
  }

  static Duration notNegative(String setting, Duration value, String wayOut) {
    return between(setting, value, Duration.ZERO, "zero or more", wayOut);
  }

  /** Checks a duration that HBase takes in milliseconds, where less than one would be none. */
  static Duration wholeMillis(String setting, Duration value, String wayOut) {
    return between(setting, value, Duration.ofMillis(1), "at least 1 ms", wayOut);
  }

  private static Duration between(
      String setting, Duration value, Duration least, String rule, String wayOut) {
    Objects.requireNonNull(value, setting);
    if (value.compareTo(least) < 0) {
      throw refused(setting, rule, value, wayOut);
    }
    if (value.compareTo(LONGEST) > 0) {
      throw refused(setting, "shorter than a hundred years", value, wayOut);
    }
    return value;
  }

  static int positive(String setting, int value, String wayOut) {
    return atLeast(setting, value, 1, wayOut);
  }

  static int atLeast(String setting, int value, int least, String wayOut) {
    if (value < least) {
      throw refused(setting, "at least " + least, value, wayOut);
    }
    return value;
  }

  /** Refuses two settings that contradict each other. */
  static void notLonger(String setting, Duration value, String bound, Duration limit) {
    if (value.compareTo(limit) > 0) {
      String rule = "no longer than " + bound + " (" + limit + ")";
      throw refused(setting, rule, value, "lower the one or raise the other");
    }
  }

  /** Checks a name that appears in messages and names metrics. */
  static String name(String setting, String value) {
    Objects.requireNonNull(value, setting);
    if (!NAME.matcher(value).matches()
        || value.length() > MAX_NAME
        || !value.equals(value.strip())) {
      throw refused(
          setting,
          "1 to " + MAX_NAME + " visible characters with blanks only inside",
          "'" + Bytes.toStringBinary(Bytes.toBytes(abbreviated(value))) + "'",
          "name the kind of transaction, such as 'transfer'");
    }
    return value;
  }

  private static String abbreviated(String value) {
    return value.length() > MAX_NAME ? value.substring(0, MAX_NAME) + "..." : value;
  }

  private static IllegalArgumentException refused(
      String setting, String rule, Object value, String wayOut) {
    return new IllegalArgumentException(
        setting + " must be " + rule + ", is " + value + ": " + wayOut);
  }
}
