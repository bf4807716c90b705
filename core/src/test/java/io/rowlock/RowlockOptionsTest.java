package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.engine.ConfigurationKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowlockOptionsTest {

  private final Configuration configuration = new Configuration(false);

  @Test
  void emptyConfigurationAndHBasesDefaultsGiveTheDefaults() {
    assertSame(RowlockOptions.from(configuration), RowlockOptions.ofDefaults());
    assertSame(RowlockOptions.from(HBaseConfiguration.create()), RowlockOptions.ofDefaults());
  }

  @Test
  void documentedDefaultsMatchCode() {
    RowlockOptions options = RowlockOptions.ofDefaults();
    assertThat(options.lease()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.lockWait()).isEqualTo(Duration.ofSeconds(1));
    assertThat(options.maxRows()).isEqualTo(10_000);
    assertThat(options.maxCellBytes()).isEqualTo(10 << 20);
    assertThat(options.waitForRollForward()).isFalse();
    assertThat(options.maxBackgroundTransactions()).isEqualTo(1000);
    assertThat(options.rpcTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(options.operationTimeout()).isEqualTo(Duration.ofSeconds(150));
    assertThat(options.maxRequestsPerServer()).isEqualTo(64);
    assertThat(options.executor()).isEmpty();
  }

  /** As long as HBase needs to notice and replace a lost server, and to meet what it left. */
  @Test
  void defaultsFollowTheSession() {
    configuration.set("zookeeper.session.timeout", "40000");
    RowlockOptions options = RowlockOptions.from(configuration);
    assertThat(options.operationTimeout()).isEqualTo(Duration.ofSeconds(100));
    assertThat(options.retryPolicy().maxElapsed()).isEqualTo(Duration.ofSeconds(130));
  }

  /** The tools that wait for all commits know no longer operations. */
  @Test
  void longSessionsCountAsHBasesDefault() {
    configuration.set("zookeeper.session.timeout", "180000");
    assertSame(RowlockOptions.from(configuration), RowlockOptions.ofDefaults());
  }

  @Test
  void explicitTimesCountWhateverTheSession() {
    configuration.set("zookeeper.session.timeout", "40000");
    configuration.set("rowlock.operation.timeout", "30000");
    configuration.set("rowlock.retry.max.elapsed", "31000");
    RowlockOptions options = RowlockOptions.from(configuration);
    assertThat(options.operationTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.retryPolicy().maxElapsed()).isEqualTo(Duration.ofSeconds(31));
  }

  @Test
  void misspeltKeyIsLoggedOnce() {
    List<Object> warnings = new ArrayList<>();
    AppenderSkeleton appender =
        new AppenderSkeleton() {
          @Override
          protected void append(LoggingEvent event) {
            warnings.add(event.getLevel() + " " + event.getRenderedMessage());
          }

          @Override
          public void close() {}

          @Override
          public boolean requiresLayout() {
            return false;
          }
        };
    Logger logger = Logger.getLogger(ConfiguredOptions.class);
    Level before = logger.getLevel();
    logger.setLevel(Level.WARN);
    logger.addAppender(appender);
    configuration.set("rowlock.max-rows", "7");
    try {
      assertThat(RowlockOptions.from(configuration).maxRows()).isEqualTo(10_000);
      assertThat(RowlockOptions.from(configuration).maxRows()).isEqualTo(10_000);
    } finally {
      logger.removeAppender(appender);
      logger.setLevel(before);
    }
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("WARN", "'rowlock.max-rows'", "'rowlock.max.rows'");
  }

  /** Other keys are reported as misspelt. */
  @Test
  void keysThatAreReadAreKnown() {
    Set<String> read = new TreeSet<>();
    Configuration recording =
        new Configuration(false) {
          @Override
          public String getTrimmed(String key) {
            if (key.startsWith("rowlock.")) {
              read.add(key);
            }
            return super.getTrimmed(key);
          }
        };
    RowlockOptions unused = RowlockOptions.from(recording);
    assertThat(read)
        .isSubsetOf(ConfigurationKeys.all())
        .hasSize(ConfigurationKeys.all().size() - 1); // a connection reads the other one
  }

  @Test
  void everyKeyIsRead() {
    configuration.set("rowlock.lease", "11");
    configuration.set("rowlock.lock.wait", " 12 ");
    configuration.set("rowlock.rpc.timeout", "13");
    configuration.set("rowlock.operation.timeout", "14");
    configuration.set("rowlock.server.max.requests", "15");
    configuration.set("rowlock.max.rows", "16");
    configuration.set("rowlock.background.max.transactions", "17");
    configuration.set("rowlock.wait.for.roll.forward", "true");
    configuration.set("hbase.client.keyvalue.maxsize", "1800");
    configuration.set("rowlock.retry.max.attempts", "19");
    configuration.set("rowlock.retry.max.elapsed", "20");
    configuration.set("rowlock.retry.first.delay", "21");
    configuration.set("rowlock.retry.max.delay", "22");
    RowlockOptions options = RowlockOptions.from(configuration);
    assertThat(options.lease()).isEqualTo(Duration.ofMillis(11));
    assertThat(options.lockWait()).isEqualTo(Duration.ofMillis(12));
    assertThat(options.rpcTimeout()).isEqualTo(Duration.ofMillis(13));
    assertThat(options.operationTimeout()).isEqualTo(Duration.ofMillis(14));
    assertThat(options.maxRequestsPerServer()).isEqualTo(15);
    assertThat(options.maxRows()).isEqualTo(16);
    assertThat(options.maxBackgroundTransactions()).isEqualTo(17);
    assertThat(options.waitForRollForward()).isTrue();
    assertThat(options.maxCellBytes()).isEqualTo(1800);
    assertThat(options.retryPolicy().maxAttempts()).isEqualTo(19);
    assertThat(options.retryPolicy().maxElapsed()).isEqualTo(Duration.ofMillis(20));
    assertThat(options.retryPolicy().firstDelay()).isEqualTo(Duration.ofMillis(21));
    assertThat(options.retryPolicy().maxDelay()).isEqualTo(Duration.ofMillis(22));
  }

  @ParameterizedTest
  @CsvSource({"2000,3000,2000", "3000,2000,2000", "0,3000,3000", "-1,-1,2147483647"})
  void smallerCellLimitOfClientAndServerHoldsAndZeroIsNone(
      String client, String server, int limit) {
    configuration.set("hbase.client.keyvalue.maxsize", client);
    configuration.set("hbase.server.keyvalue.maxsize", server);
    assertThat(RowlockOptions.from(configuration).maxCellBytes()).isEqualTo(limit);
  }

  @Test
  void nonsenseInTheConfigurationIsRefusedByItsKey() {
    configuration.set("rowlock.lease", "5s");
    assertThatThrownBy(() -> RowlockOptions.from(configuration))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The configuration has rowlock.lease = '5s': not a whole number (durations are in"
                + " milliseconds)");
    configuration.set("rowlock.lease", "0");
    assertThatThrownBy(() -> RowlockOptions.from(configuration))
        .hasMessageStartingWith(
            "The configuration has rowlock.lease = '0': lease must be positive, is PT0S: ");
    configuration.set("rowlock.lease", "5000");
    configuration.set("rowlock.wait.for.roll.forward", "yes");
    assertThatThrownBy(() -> RowlockOptions.from(configuration))
        .hasMessageContaining("rowlock.wait.for.roll.forward = 'yes': must be true or false");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void settersRefuseNumbersThatMakeNoSense(int nonsense) {
    RowlockOptions.Builder options = RowlockOptions.builder();
    assertThatThrownBy(() -> options.maxRows(nonsense))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxRows must be at least 1, is " + nonsense + ": 10,000 is the default");
    assertThatThrownBy(() -> options.maxBackgroundTransactions(nonsense))
        .hasMessageContaining("set waitForRollForward");
    assertThatThrownBy(() -> options.maxRequestsPerServer(nonsense))
        .hasMessageStartingWith("maxRequestsPerServer must be at least 1, is " + nonsense);
    assertThatThrownBy(() -> options.maxCellBytes(nonsense))
        .hasMessageStartingWith("maxCellBytes must be at least 1024, is " + nonsense);
  }

  @Test
  void settersRefuseDurationsThatMakeNoSense() {
    RowlockOptions.Builder options = RowlockOptions.builder();
    assertThatThrownBy(() -> options.lease(Duration.ZERO))
        .hasMessageStartingWith("lease must be positive, is PT0S: ");
    assertThatThrownBy(() -> options.lockWait(Duration.ofSeconds(-1)))
        .hasMessageStartingWith("lockWait must be positive, is PT-1S: ");
    assertThatThrownBy(() -> options.rpcTimeout(Duration.ofNanos(1)))
        .hasMessageStartingWith("rpcTimeout must be at least 1 ms, is PT0.000000001S: ");
    assertThatThrownBy(() -> options.operationTimeout(Duration.ofDays(365 * 101)))
        .hasMessageStartingWith("operationTimeout must be shorter than a hundred years");
    assertThatThrownBy(() -> options.rpcTimeout(Duration.ofMinutes(3)).build())
        .hasMessageStartingWith(
            "rpcTimeout must be no longer than operationTimeout (PT2M30S), is PT3M: ");
  }

  @Test
  void builderOfOptionsStartsFromThem() {
    Executor own = Runnable::run;
    RowlockOptions options =
        RowlockOptions.builder()
            .lease(Duration.ofMillis(1))
            .lockWait(Duration.ofMillis(2))
            .rpcTimeout(Duration.ofMillis(3))
            .operationTimeout(Duration.ofMillis(4))
            .maxRequestsPerServer(5)
            .maxRows(6)
            .maxCellBytes(7000)
            .maxBackgroundTransactions(8)
            .waitForRollForward(true)
            .retryPolicy(RetryPolicy.none())
            .executor(own)
            .build();
    assertSame(options.toBuilder().build(), options);
    assertThat(options.toBuilder().build().executor()).contains(own);
  }

  private static void assertSame(RowlockOptions actual, RowlockOptions expected) {
    assertThat(actual.protocol()).isEqualTo(expected.protocol());
    assertThat(actual.retryPolicy()).hasToString(expected.retryPolicy().toString());
    assertThat(actual.rpcTimeout()).isEqualTo(expected.rpcTimeout());
    assertThat(actual.operationTimeout()).isEqualTo(expected.operationTimeout());
    assertThat(actual.maxRequestsPerServer()).isEqualTo(expected.maxRequestsPerServer());
    assertThat(actual.executor()).isEqualTo(expected.executor());
  }
}
