package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.rowlock.spring.CountingApplication.Counter;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/** Boot starts an application whose table is in memory. */
class StartTest {

  private static ConfigurableApplicationContext start(String... properties) {
    return CountingApplication.start(CountingApplication.class, properties);
  }

  @Test
  void methodIsATransaction() throws IOException {
    assertThat(CountingApplication.count()).isEqualTo(1 + 2);
  }

  @Test
  void methodRunsAgainAfterAConflict() throws IOException {
    AtomicInteger runs = new AtomicInteger();
    try (ConfigurableApplicationContext context = start()) {
      CountingApplication application = context.getBean(CountingApplication.class);
      Counter counter = context.getBean(Counter.class);
      long next =
          counter.nextAfter(
              () -> {
                if (runs.incrementAndGet() == 1) {
                  application.set(41);
                }
              });
      assertThat(next).isEqualTo(42);
    }
    assertThat(runs).hasValue(2);
  }

  /** In Boot 3, the last one is a part of the auto-configuration itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "micrometer-core",
        "spring-boot-(actuator|health)-",
        "spring-boot-transaction",
        "micrometer-core|spring-boot-(actuator|health|transaction|persistence)"
      })
  void applicationStartsWithout(String jars) throws Exception {
    assertThat(ReducedClassPath.call(Pattern.compile(jars), CountingApplication.class, "count"))
        .isEqualTo(1L + 2);
  }

  @Test
  void propertiesOfBootChangeTheManager() {
    try (ConfigurableApplicationContext context = start("spring.transaction.default-timeout=7s")) {
      assertThat(context.getBean(RowlockTransactionManager.class).getDefaultTimeout()).isEqualTo(7);
    }
  }

  @Test
  void metersCount() throws IOException {
    try (ConfigurableApplicationContext context = start()) {
      MeterRegistry meters = new SimpleMeterRegistry();
      context.getBean(MeterBinder.class).bindTo(meters);
      assertThat(context.getBean(Counter.class).next()).isEqualTo(1);
      assertThat(attempts(meters, "committed")).isEqualTo(1);
      assertThat(attempts(meters, "conflict")).isZero();
      assertThat(meters.get("rowlock.retries").functionCounter().count()).isZero();
    }
  }

  private static double attempts(MeterRegistry meters, String outcome) {
    return meters.get("rowlock.attempts").tag("rowlock.outcome", outcome).functionCounter().count();
  }

  /** HBase's own client, whose cluster does not exist. */
  @Test
  void healthIsDownWithoutHBase() throws Exception {
    try (ConfigurableApplicationContext context =
        start(
            "hbase.zookeeper.quorum=127.0.0.1",
            "hbase.zookeeper.property.clientPort=1",
            "rowlock.configuration.zookeeper.recovery.retry=0",
            "hbase.client.retries.number=0")) {
      assertThat(SpringContext.health(context)).startsWith("DOWN");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"management.health.rowlock", "management.health.defaults"})
  void healthCanBeTurnedOff(String indicators) {
    try (ConfigurableApplicationContext context = start(indicators + ".enabled=false")) {
      assertThat(context.containsBean("rowlockHealthIndicator")).isFalse();
    }
  }
}
