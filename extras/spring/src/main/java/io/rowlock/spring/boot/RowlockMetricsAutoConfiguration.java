package io.rowlock.spring.boot;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import java.util.function.ToLongFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Reports the {@linkplain TransactionManager#counters counters} to Micrometer, under the names that
 * they have in OpenTelemetry.
 */
@AutoConfiguration(after = RowlockAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnSingleCandidate(TransactionManager.class)
public class RowlockMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "rowlockMeters")
  MeterBinder rowlockMeters(TransactionManager transactions) {
    return registry -> new Meters(transactions, registry).bind();
  }

  private record Meters(TransactionManager transactions, MeterRegistry registry) {

    void bind() {
      attempts("committed", TransactionCounters::committed);
      attempts("conflict", TransactionCounters::conflicts);
      attempts("unknown", TransactionCounters::unknownOutcomes);
      attempts("failed_or_rolled_back", TransactionCounters::failed);
      add("rowlock.conflicts", "Conflicts", TransactionCounters::conflicts);
      add("rowlock.retries", "Attempts made after a conflict", TransactionCounters::retries);
      add("rowlock.escalations", "Attempts with rows locked", TransactionCounters::escalations);
      requests("foreground", TransactionCounters::rpcsForeground);
      requests("background", TransactionCounters::rpcsBackground);
    }

    private void attempts(String outcome, ToLongFunction<TransactionCounters> count) {
      add("rowlock.attempts", "Attempts by their outcome", count, "rowlock.outcome", outcome);
    }

    private void requests(String work, ToLongFunction<TransactionCounters> count) {
      add("rowlock.requests", "Requests to region servers", count, "rowlock.work", work);
    }

    private void add(
        String name,
        String description,
        ToLongFunction<TransactionCounters> count,
        String... tags) {
      FunctionCounter.builder(name, transactions, manager -> count.applyAsLong(manager.counters()))
          .description(description)
          .tags(tags)
          .register(registry);
    }
  }
}
