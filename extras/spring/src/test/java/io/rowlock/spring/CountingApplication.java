package io.rowlock.spring;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Rows;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Script;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.annotation.Transactional;

/** An application whose table is in memory. */
@EnableAutoConfiguration
class CountingApplication {

  private static final TableName TABLE = TableName.valueOf("table");

  private final InMemoryRowStore store = new InMemoryRowStore(new Script());
  private final VirtualTime time = new VirtualTime();
  private final TransactionManager rival = SimulatedManagers.of(store, time, 2);

  CountingApplication() {
    store.createTable(TABLE, "f");
  }

  @Bean
  TransactionManager transactions() {
    return SimulatedManagers.of(store, time, 1);
  }

  /** Sets the count in another client. */
  void set(long count) throws IOException {
    rival.run(tx -> tx.table(TABLE).put(Rows.put("count", count)));
  }

  @Bean
  Counter counter(CurrentTransaction current) {
    return new Counter(current);
  }

  /** What happens between a read and a write. */
  interface Interference {

    void happens() throws IOException;
  }

  static class Counter {

    private final CurrentTransaction current;

    Counter(CurrentTransaction current) {
      this.current = current;
    }

    @Transactional
    public long next() throws IOException {
      return nextAfter(() -> {});
    }

    @Transactional
    public long nextAfter(Interference interference) throws IOException {
      long next = Rows.number(current.table(TABLE), "count") + 1;
      interference.happens();
      current.table(TABLE).put(Rows.put("count", next));
      return next;
    }
  }

  /** Starts it lazily, so that no bean asks for a connection. */
  static ConfigurableApplicationContext start(
      Class<? extends CountingApplication> application, String... properties) {
    return new SpringApplicationBuilder(application)
        .properties("spring.main.lazy-initialization=true", "spring.main.banner-mode=off")
        .properties(properties)
        .run();
  }

  /** Starts it, and returns the sum of the first two numbers. */
  static long count() throws IOException {
    try (ConfigurableApplicationContext context = start(CountingApplication.class)) {
      Counter counter = context.getBean(Counter.class);
      return counter.next() + counter.next();
    }
  }
}
