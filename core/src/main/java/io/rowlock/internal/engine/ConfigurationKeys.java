package io.rowlock.internal.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The keys of HBase's configuration that are Rowlock's own. */
public final class ConfigurationKeys {

  private static final String PREFIX = "rowlock.";
  private static final List<String> ALL =
      List.of(
          "rowlock.lease",
          "rowlock.lock.wait",
          "rowlock.retry.max.elapsed",
          "rowlock.retry.max.attempts",
          "rowlock.retry.first.delay",
          "rowlock.retry.max.delay",
          "rowlock.rpc.timeout",
          "rowlock.operation.timeout",
          "rowlock.escalate.after",
          "rowlock.slow.transaction",
          "rowlock.server.max.requests",
          "rowlock.max.rows",
          "rowlock.wait.for.roll.forward",
          "rowlock.background.max.transactions",
          "rowlock.enable.created.tables");

  private ConfigurationKeys() {}

  /** Returns all keys. */
  public static List<String> all() {
    return ALL;
  }

  /** Returns a sentence about each key that looks like one of these, and has no effect. */
  public static List<String> complaints(Configuration configuration) {
    List<String> complaints = new ArrayList<>();
    for (Map.Entry<String, String> setting : configuration) {
      String key = setting.getKey();
      if (key.startsWith(PREFIX) && !ALL.contains(key)) {
        String complaint =
            "The configuration has '%s', which has no effect; the nearest key is '%s'";
        complaints.add(complaint.formatted(key, nearest(key)));
      }
    }
    return complaints;
  }

  private static String nearest(String key) {
    String letters = letters(key);
    return ALL.stream()
        .min(Comparator.comparingInt(own -> distance(letters(own), letters)))
        .orElseThrow();
  }

  /** Returns a key without the characters in which its spellings differ. */
  public static String letters(String key) {
    return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Returns the number of letters to insert, remove or replace. */
  private static int distance(String from, String to) {
    int[] before = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] now = new int[to.length() + 1];
      now[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(replaced, Math.min(before[j], now[j - 1]) + 1);
      }
      before = now;
    }
    return before[to.length()];
  }
}
