package io.rowlock.spring.boot;

import io.rowlock.internal.engine.ConfigurationKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * The spelling of keys. Environment variables have no lower case and no dots, and Boot's own
 * spelling has dashes.
 */
final class KnownKeys {

  private static final Set<String> DURATIONS =
      Set.of(
          "rowlock.lease",
          "rowlock.lock.wait",
          "rowlock.retry.max.elapsed",
          "rowlock.retry.first.delay",
          "rowlock.retry.max.delay",
          "rowlock.rpc.timeout",
          "rowlock.operation.timeout",
          "rowlock.slow.transaction");

  private final Map<String, String> byLetters = new HashMap<>();
  private final Configuration configuration;

  private KnownKeys(Configuration configuration) {
    this.configuration = configuration;
  }

  /** Returns the keys of a configuration, with those of its defaults, and of Rowlock. */
  static KnownKeys of(Configuration configuration) {
    KnownKeys known = new KnownKeys(configuration);
    configuration.forEach(setting -> known.add(setting.getKey()));
    ConfigurationKeys.all().forEach(known::add);
    return known;
  }

  private void add(String key) {
    byLetters.put(ConfigurationKeys.letters(key), key);
  }

  /** Returns the known key that differs in its spelling only, or else the key as it is. */
  String spelling(String key) {
    return configuration.get(key) == null
        ? byLetters.getOrDefault(ConfigurationKeys.letters(key), key)
        : key;
  }

  /** Returns whether the value of a key is a number of milliseconds. */
  static boolean isDuration(String key) {
    return DURATIONS.contains(key);
  }
}
