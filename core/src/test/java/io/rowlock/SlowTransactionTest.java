package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.simulation.Interceptor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log line of a slow transaction. */
class SlowTransactionTest {

  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final TransactionSettings TRANSFER = TransactionSettings.named("transfer");

  private final Logger logger = Logger.getLogger("io.rowlock.slow");
  private final List<LoggingEvent> events = new ArrayList<>();
  private @Nullable RuntimeException breakage;
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          if (breakage != null) {
            throw breakage;
          }
          events.add(event);
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };

  @BeforeEach
  void listen() {
    logger.addAppender(appender);
  }

  @AfterEach
  void leave() {
    logger.removeAppender(appender);
  }

  private static SimulatedTransactions transactions(Duration slow) {
    return new SimulatedTransactions(Interceptor.NONE, OpenTelemetry.noop(), slow);
  }

  private static void take(SimulatedTransactions transactions, Duration time) throws IOException {
    transactions
        .loop()
        .call(
            TRANSFER,
            tx -> {
              String old = read(tx, "a");
              transactions.time.advance(time);
              write(tx, "a", "1");
              return old;
            });
  }

  @Test
  void slowTransactionIsLoggedInOneLine() throws IOException {
    take(transactions(SLOW), SLOW);
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getLevel()).isEqualTo(Level.WARN);
    assertThat(events.get(0).getRenderedMessage())
        .matches(
            "Slow transaction 'transfer' [0-9a-f]{32}: 2000 ms, committed in 1 attempts; tables"
                + " \\[accounts], 1 rows read, 1 written; 0 requests; reserve 0 ms, read 0 ms,"
                + " .*lock 0 ms, .*commit 0 ms.*, waiting to retry 0 ms");
  }

  @Test
  void quickTransactionIsNotLogged() throws IOException {
    take(transactions(SLOW), SLOW.minusMillis(1));
    assertThat(events).isEmpty();
  }

  @Test
  void zeroLogsNone() throws IOException {
    take(transactions(Duration.ZERO), Duration.ofDays(1));
    assertThat(events).isEmpty();
  }

  /** Further slow transactions within a second are only counted. */
  @Test
  void manySlowOnesAreCounted() throws IOException {
    SimulatedTransactions transactions = transactions(Duration.ofMillis(300));
    for (int i = 0; i < 5; i++) {
      take(transactions, Duration.ofMillis(300));
    }
    assertThat(events).hasSize(2);
    assertThat(events.get(1).getRenderedMessage())
        .endsWith("(3 other slow ones since the last line)");
  }

  /** The line is for people; its failure must not affect the transaction. */
  @Test
  void lineThatCannotBeWrittenChangesNoOutcome() throws IOException {
    SimulatedTransactions transactions = transactions(SLOW);
    breakage = new IllegalStateException("disk full");
    take(transactions, SLOW);
    assertThat(transactions.stored("a")).isEqualTo("1");
    assertThat(transactions.counters.snapshot(0, 0).committed()).isEqualTo(1);
  }

  @Test
  void lineThatCannotBeWrittenBlocksNoCaller() throws IOException {
    SimulatedTransactions transactions = transactions(SLOW);
    breakage = new IllegalStateException("disk full");
    try (Transaction tx = transactions.begin(TRANSFER)) {
      write(tx, "a", "1");
      transactions.time.advance(SLOW);
      assertThat(tx.commitAsync()).isCompleted();
    }
  }
}
