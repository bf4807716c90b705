package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Rows;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Script;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Attempts that are lost, on a table in memory; time advances when a transaction waits. */
class LostAttemptTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script();
  private final InMemoryRowStore store = new InMemoryRowStore(script);
  private final TransactionManager transactions = SimulatedManagers.of(store, time, 1);
  private final TransactionManager rival = SimulatedManagers.of(store, time, 2);
  private final RowlockTransactionManager spring = new RowlockTransactionManager(transactions);
  private final CurrentTransaction current = new CurrentTransaction(transactions);
  private final AtomicInteger runs = new AtomicInteger();
  private final List<String> listened = new ArrayList<>();

  LostAttemptTest() {
    store.createTable(TABLE, "f");
  }

  @AfterEach
  void nothingIsBound() {
    SpringContext.assertNothingBound();
  }

  /** Its transaction takes turns at these rows, as a listener that audits would. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, SimulatedManagers.ESCALATE_AFTER})
  void listenerOfALostAttemptMayWriteTheRowsOfTheNext(int losses) throws IOException {
    new RowlockTransactionTemplate(spring)
        .executeWithoutResult(
            status -> {
              TransactionSynchronizationManager.registerSynchronization(new Audit());
              readAndWrite(losses);
            });
    assertThat(runs).hasValue(losses + 1);
    assertThat(listened).hasSize(losses + 1).allMatch("written"::equals);
  }

  private void readAndWrite(int losses) {
    runs.incrementAndGet();
    try {
      Table table = current.table(TABLE);
      long count = Rows.number(table, "count") + Rows.number(table, "rate");
      table.put(Rows.put("count", count));
      if (runs.get() <= losses) {
        rival.run(tx -> tx.table(TABLE).put(Rows.put("rate", runs.get())));
      }
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Writes a row of the method when an attempt has ended. */
  private final class Audit implements TransactionSynchronization {

    @Override
    public void afterCompletion(int outcome) {
      TransactionTemplate own = new TransactionTemplate(spring);
      own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
      try {
        own.executeWithoutResult(status -> write(outcome));
        listened.add("written");
      } catch (RuntimeException failure) {
        listened.add(failure.toString());
      }
    }
  }

  private void write(long value) {
    try {
      current.table(TABLE).put(Rows.put("count", value));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** The code would run that transaction again. */
  @Test
  void codeDoesNotRunAgainAfterAnUnknownOutcomeOfATransactionWithoutSpring() {
    script.write(
        1,
        call -> {
          call.execute();
          Thread.currentThread().interrupt();
        });
    assertThatThrownBy(
            () ->
                new RowlockTransactionTemplate(spring)
                    .executeWithoutResult(
                        status -> {
                          swallowDoubt();
                          readAndWrite(1);
                        }))
        .isInstanceOf(TransactionOutcomeUnknownException.class);
    assertThat(runs).hasValue(1);
  }

  private void swallowDoubt() {
    assertThatThrownBy(() -> transactions.run(tx -> tx.table(TABLE).put(Rows.put("other", 1))))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void threadThatIsInterruptedBeforehandBeginsNothing(boolean repeats) {
    TransactionTemplate template =
        repeats ? new RowlockTransactionTemplate(spring) : new TransactionTemplate(spring);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> template.executeWithoutResult(status -> runs.incrementAndGet()))
        .isInstanceOf(TransientDataAccessException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
    assertThat(runs).hasValue(0);
  }
}
