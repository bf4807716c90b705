package io.rowlock.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.internal.engine.ConfigurationKeys;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Properties in the spellings of Boot. */
class HBasePropertiesTest {

  /** Returns the configuration; the first source has the highest precedence. */
  private static Configuration configuration(PropertySource<?>... sources) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .forEach(own -> environment.getPropertySources().remove(own.getName()));
    for (PropertySource<?> source : sources) {
      environment.getPropertySources().addLast(source);
    }
    return HBaseProperties.of(environment);
  }

  private static PropertySource<?> properties(String key, Object value) {
    return new MapPropertySource("properties", Map.of(key, value));
  }

  private static PropertySource<?> variables(String name, String value) {
    return new SystemEnvironmentPropertySource("systemEnvironment", Map.of(name, value));
  }

  @ParameterizedTest
  @CsvSource({
    "HBASE_ZOOKEEPER_PROPERTY_CLIENTPORT, hbase.zookeeper.property.clientPort",
    "HBASE_ZOOKEEPER_QUORUM, hbase.zookeeper.quorum",
    "HBASE_CLIENT_RETRIES_NUMBER, hbase.client.retries.number",
    "ROWLOCK_MAX_ROWS, rowlock.max.rows",
    "ROWLOCK_MAXROWS, rowlock.max.rows",
    "ROWLOCK_ENABLE_CREATED_TABLES, rowlock.enable.created.tables",
    "ROWLOCK_CONFIGURATION_IPC_CLIENT_CONNECT_MAX_RETRIES, ipc.client.connect.max.retries",
  })
  void environmentVariableReachesItsKey(String variable, String key) {
    assertThat(configuration(variables(variable, "3000")).get(key)).isEqualTo("3000");
  }

  /** Kubernetes sets it in each container for a service "hbase-master". */
  @Test
  void addressOfAServiceIsNoProperty() {
    assertThat(
            configuration(variables("HBASE_MASTER_PORT", "tcp://10.0.0.1:80"))
                .get("hbase.master.port"))
        .isEqualTo("16000");
  }

  @ParameterizedTest
  @CsvSource({
    "rowlock.max.rows, rowlock.max.rows",
    "rowlock.max-rows, rowlock.max.rows",
    "rowlock.maxRows, rowlock.max.rows",
    "hbase.zookeeper.property.client-port, hbase.zookeeper.property.clientPort",
    "hbase.zookeeper.property.clientPort, hbase.zookeeper.property.clientPort",
    "rowlock.configuration.dfs.client.socket-timeout, dfs.client.socket-timeout",
    "rowlock.configuration.my.ownKey, my.ownKey",
    "hbase.client.myOwn_key, hbase.client.myOwn_key",
  })
  void propertyReachesItsKey(String property, String key) {
    assertThat(configuration(properties(property, "3000")).get(key)).isEqualTo("3000");
  }

  /** Boot reads a list of a YAML file like this. */
  @Test
  void listIsJoinedByCommas() {
    Map<String, Object> yaml =
        Map.of("hbase.zookeeper.quorum[0]", "one", "hbase.zookeeper.quorum[1]", "two");
    Configuration configuration = configuration(new MapPropertySource("yaml", yaml));
    assertThat(configuration.get(HConstants.ZOOKEEPER_QUORUM)).isEqualTo("one,two");
    assertThat(configuration.getPropsWithPrefix("hbase.zookeeper.quorum")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "HBASE_NODE_1, hbase.node.1",
    "HBASE_MASTER_PORT_16000, hbase.master.port.16000",
    "HBASE_PORT_16000_TCP, hbase.port.16000.tcp",
  })
  void numberIsPartOfTheNameUnlessItIsOfAList(String variable, String key) {
    assertThat(configuration(variables(variable, "x")).get(key)).isEqualTo("x");
  }

  @Test
  void listIsThatOfOneSource() {
    PropertySource<?> list = properties("hbase.node[0]", "${other}");
    PropertySource<?> other = new MapPropertySource("other", Map.of("other", "y"));
    Configuration configuration = configuration(variables("HBASE_NODE_1", "x"), list, other);
    assertThat(configuration.get("hbase.node.1")).isEqualTo("x");
    assertThat(configuration.get("hbase.node")).isEqualTo("y");
  }

  @ParameterizedTest
  @CsvSource({
    "rowlock.retry.max-elapsed, 10s, 10000",
    "rowlock.lease, 500ms, 500",
    "rowlock.lock.wait, 7, 7",
    "rowlock.rpc.timeout, PT1M, 60000",
    "rowlock.configuration.rowlock.slow.transaction, 2m, 120000",
    "hbase.rpc.timeout, 10s, 10s",
  })
  void durationMayHaveAUnit(String property, String value, String expected) {
    String key = property.replace("rowlock.configuration.", "").replace("max-", "max.");
    assertThat(configuration(properties(property, value)).get(key)).isEqualTo(expected);
  }

  @Test
  void durationInAnEnvironmentVariableMayHaveAUnit() {
    Configuration configuration = configuration(variables("ROWLOCK_RETRY_MAX_ELAPSED", "10s"));
    assertThat(RowlockOptions.from(configuration).retryPolicy().maxElapsed())
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void precedenceIsThatOfTheSources() {
    Configuration configuration =
        configuration(variables("ROWLOCK_MAX_ROWS", "1"), properties("rowlock.max-rows", 2));
    assertThat(configuration.get("rowlock.max.rows")).isEqualTo("1");
  }

  @Test
  void onlyKnownKeysAreLeft() {
    Configuration configuration =
        configuration(properties("rowlock.max-rows", 2), variables("ROWLOCK_LEASE", "7"));
    assertThat(ConfigurationKeys.complaints(configuration)).isEmpty();
  }
}
