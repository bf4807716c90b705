package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationKeysTest {

  @ParameterizedTest
  @CsvSource({
    "rowlock.max-rows, rowlock.max.rows",
    "rowlock.maxRows, rowlock.max.rows",
    "rowlock.leas, rowlock.lease",
    "rowlock.retry.max.elapsd, rowlock.retry.max.elapsed",
    "rowlock.retries.max.attempts, rowlock.retry.max.attempts",
    "rowlock.rpc.timout, rowlock.rpc.timeout",
    "rowlock.enable.created.table, rowlock.enable.created.tables",
  })
  void misspeltKeyIsNamedWithTheNearest(String key, String nearest) {
    Configuration configuration = new Configuration(false);
    configuration.set(key, "1");
    assertThat(ConfigurationKeys.complaints(configuration))
        .singleElement()
        .asString()
        .contains("'" + key + "'", "no effect", "'" + nearest + "'");
  }

  @Test
  void ownKeysAndThoseOfHBaseAreFine() {
    Configuration configuration = HBaseConfiguration.create();
    ConfigurationKeys.all().forEach(key -> configuration.set(key, "1"));
    assertThat(ConfigurationKeys.complaints(configuration)).isEmpty();
  }
}
