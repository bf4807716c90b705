package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.TransactionTimeoutException;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.InvalidTimeoutException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Read-only transactions, timeouts, isolation and rollback rules. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class RulesIT {

  private final Connection connection;
  private final TableName table;
  private AnnotationConfigApplicationContext context;
  private Methods methods;

  RulesIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection);
  }

  static class Checked extends Exception {
    private static final long serialVersionUID = 1L;
  }

  static class Unchecked extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Methods with attributes of all kinds; each writes the row "a". */
  static class Methods {

    private final CurrentTransaction current;
    private final List<Integer> completions = new ArrayList<>();

    Methods(CurrentTransaction current) {
      this.current = current;
    }

    public List<Integer> completions() {
      return completions;
    }

    private void write(TableName table) throws IOException {
      current.table(table).put(Rows.put("a", 1));
    }

    @Transactional(readOnly = true)
    public void readOnly(TableName table, boolean writes) throws IOException {
      assertThat(Rows.number(current.table(table), "a")).isZero();
      if (writes) {
        write(table);
      }
    }

    @Transactional(timeout = 1)
    public void readUntilTimedOut(TableName table, boolean swallows) throws IOException {
      write(table);
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
              completions.add(status);
            }
          });
      try {
        while (true) {
          long unused = Rows.number(current.table(table), "b");
        }
      } catch (TransactionTimedOutException timedOut) {
        if (!swallows) {
          throw timedOut;
        }
      }
    }

    @Transactional(timeout = 1)
    public void ownFailureAfterTimeout(TableName table) throws IOException {
      try {
        readUntilTimedOut(table, false);
      } catch (TransactionTimedOutException swallowed) {
        throw new Unchecked();
      }
    }

    @Transactional(timeout = 0)
    public void noTime(TableName table) throws IOException {
      write(table);
    }

    @Transactional(isolation = Isolation.SERIALIZABLE)
    public void serializable(TableName table) throws IOException {
      write(table);
    }

    @Transactional(isolation = Isolation.READ_COMMITTED)
    public void readCommitted(TableName table) throws IOException {
      write(table);
    }

    @Transactional
    public void unchecked(TableName table) throws IOException {
      write(table);
      throw new Unchecked();
    }

    @Transactional(noRollbackFor = Unchecked.class)
    public void uncheckedCommits(TableName table) throws IOException {
      write(table);
      throw new Unchecked();
    }

    @Transactional
    public void checkedCommits(TableName table) throws Exception {
      write(table);
      throw new Checked();
    }

    @Transactional(rollbackFor = Checked.class)
    public void checked(TableName table) throws Exception {
      write(table);
      throw new Checked();
    }

    @Transactional
    public String rollbackOnly(TableName table) throws IOException {
      write(table);
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
      return "returned";
    }

    /** Fails half-way with what HBase declares as a checked exception. */
    @Transactional
    public void missingFamily(TableName table) throws IOException {
      write(table);
      current.table(table).put(Rows.put("b", 1).addColumn(Rows.bytes("no"), Rows.V, Rows.V));
      current.table(table).get(Rows.get("b").addFamily(Rows.bytes("no")));
    }
  }

  @BeforeEach
  void start() throws IOException {
    TransactionManager transactions = TransactionManager.create(connection);
    TestTables.clear(transactions, table);
    context = SpringContext.start(transactions, Methods.class);
    methods = context.getBean(Methods.class);
  }

  @AfterEach
  void stop() {
    SpringContext.assertNothingBound();
    context.close();
  }

  private void assertWritten(boolean written) throws IOException {
    TransactionManager transactions = context.getBean(TransactionManager.class);
    long value = transactions.call(tx -> Rows.number(tx.table(table), "a"));
    assertThat(value).isEqualTo(written ? 1 : 0);
  }

  @Test
  void readOnlyTransactionReadsAndRefusesWrites() throws IOException {
    methods.readOnly(table, false);
    assertThatThrownBy(() -> methods.readOnly(table, true))
        .isInstanceOf(InvalidDataAccessApiUsageException.class)
        .isInstanceOf(NonTransientDataAccessException.class);
    assertWritten(false);
  }

  @Test
  void timeoutEndsTheTransaction() throws IOException {
    assertThatThrownBy(() -> methods.readUntilTimedOut(table, false))
        .isInstanceOf(TransactionTimedOutException.class)
        .hasCauseInstanceOf(TransactionTimeoutException.class);
    assertWritten(false);
  }

  @Test
  void timeoutThatTheCodeSwallowsFailsTheCommit() throws IOException {
    assertThatThrownBy(() -> methods.readUntilTimedOut(table, true))
        .isInstanceOf(TransactionTimedOutException.class);
    assertWritten(false);
    assertThat(methods.completions())
        .containsExactly(TransactionSynchronization.STATUS_ROLLED_BACK);
  }

  @Test
  void ownExceptionAfterATimeoutReachesTheCaller() throws IOException {
    assertThatThrownBy(() -> methods.ownFailureAfterTimeout(table)).isInstanceOf(Unchecked.class);
    assertWritten(false);
  }

  @Test
  void timeoutOfZeroIsRefused() throws IOException {
    assertThatThrownBy(() -> methods.noTime(table))
        .isInstanceOf(InvalidTimeoutException.class)
        .hasMessageContaining("leave it out");
    assertWritten(false);
  }

  @Test
  void onlySerializableIsAccepted() throws IOException {
    assertThatThrownBy(() -> methods.readCommitted(table))
        .isInstanceOf(InvalidIsolationLevelException.class)
        .hasMessageContaining("SERIALIZABLE");
    assertWritten(false);
    methods.serializable(table);
    assertWritten(true);
  }

  @Test
  void uncheckedExceptionRollsBack() throws IOException {
    assertThatThrownBy(() -> methods.unchecked(table)).isInstanceOf(Unchecked.class);
    assertWritten(false);
  }

  @Test
  void uncheckedExceptionOfNoRollbackForCommits() throws IOException {
    assertThatThrownBy(() -> methods.uncheckedCommits(table)).isInstanceOf(Unchecked.class);
    assertWritten(true);
  }

  @Test
  void checkedExceptionCommits() throws IOException {
    assertThatThrownBy(() -> methods.checkedCommits(table)).isInstanceOf(Checked.class);
    assertWritten(true);
  }

  @Test
  void checkedExceptionOfRollbackForRollsBack() throws IOException {
    assertThatThrownBy(() -> methods.checked(table)).isInstanceOf(Checked.class);
    assertWritten(false);
  }

  @Test
  void rollbackOnlyReturnsAndRollsBack() throws IOException {
    assertThat(methods.rollbackOnly(table)).isEqualTo("returned");
    assertWritten(false);
  }

  /** Spring commits after an IOException, so that half of the work would be committed. */
  @Test
  void failureOfHBaseRollsBack() throws IOException {
    assertThatThrownBy(() -> methods.missingFamily(table))
        .isInstanceOf(NonTransientDataAccessException.class);
    assertWritten(false);
  }
}
