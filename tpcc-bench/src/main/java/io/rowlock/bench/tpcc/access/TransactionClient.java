package io.rowlock.bench.tpcc.access;

import io.rowlock.ConflictException;
import io.rowlock.PutHints;
import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Client.Work.Isolation;
import io.rowlock.bench.tpcc.access.CommitWatch.CommitTimer;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Increment;
import org.jspecify.annotations.Nullable;

/** Rowlock. */
record TransactionClient(
    Connection connection,
    TransactionManager transactions,
    StoredRows rows,
    RetryPolicy policy,
    Operations operations)
    implements Client {
  static TransactionClient open(Configuration configuration, StoredRows rows, RetryPolicy policy)
      throws IOException {
    Connection connection = ConnectionFactory.createConnection(configuration);
    try {
      // Answers only wake threads that wait for them: they need no thread of their own.
      RowlockOptions options =
          RowlockOptions.from(configuration).toBuilder()
              .executor(Runnable::run)
              .retryPolicy(policy)
              .build();
      TransactionManager transactions = TransactionManager.create(connection, options);
      return new TransactionClient(connection, transactions, rows, policy, new Operations());
    } catch (IOException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  @Override
  public <T> Ended<T> run(Work<T> work) throws IOException {
    Attempts<T> attempts = new Attempts<>(work);
    return work.isolation() == Isolation.SERIALIZABLE
        ? serializable(attempts)
        : readCommitted(attempts);
  }

  private <T> Ended<T> serializable(Attempts<T> attempts) throws IOException {
    try {
      T result = transactions.call(attempts::committed);
      return new Ended<>(result, false, attempts.count);
    } catch (RolledBack wanted) {
      return Objects.requireNonNull(attempts.rolledBack);
    } finally {
      attempts.ending.ended();
    }
  }

  /** Reads are not validated, as nothing is committed. */
  private <T> Ended<T> readCommitted(Attempts<T> attempts) throws IOException {
    while (true) {
      try (Transaction transaction = transactions.begin()) {
        return new Ended<>(attempts.execute(transaction), false, attempts.count);
      } catch (ConflictException e) {
        if (attempts.count >= policy.maxAttempts()) {
          throw e;
        }
      }
    }
  }

  /** Runs one business transaction with its retries. */
  private final class Attempts<T> {
    private final Work<T> work;
    private final CommitTimer ending = new CommitTimer();
    private int count;
    private @Nullable Ended<T> rolledBack;

    Attempts(Work<T> work) {
      this.work = work;
    }

    T execute(Transaction transaction) throws IOException {
      count++;
      Access access = new Access(new Attempt(transaction, rows), operations);
      try {
        T result = work.execute(access);
        rolledBack = access.isRolledBack() ? new Ended<>(result, true, count) : null;
        return result;
      } finally {
        access.count();
      }
    }

    T committed(Transaction transaction) throws IOException {
      ending.begun();
      try {
        T result = execute(transaction);
        if (rolledBack != null) {
          throw new RolledBack();
        }
        return result;
      } finally {
        ending.executed(transaction.id());
      }
    }
  }

  /**
   * Reads rows by key where possible, as ranges are read again at the commit, and adds to counters
   * blindly, so that rivals do not conflict.
   */
  private record Attempt(Transaction transaction, StoredRows rows) implements Backend {
    @Override
    public List<List<KeyedRow>> read(List<Query> queries) throws IOException {
      return new GroupedReads(rows, transaction::asyncTable, queries, true).run();
    }

    @Override
    public void put(Key key, Row cells) throws IOException {
      transaction.table(rows.table(key)).put(rows.put(key, cells));
    }

    @Override
    public void insert(Key key, Row cells) throws IOException {
      transaction.table(rows.table(key)).put(PutHints.newRow(rows.put(key, cells)));
    }

    @Override
    public void delete(Key key) throws IOException {
      transaction.table(rows.table(key)).delete(rows.delete(key));
    }

    @Override
    public void add(Counter counter, long delta) throws IOException {
      Increment increment = rows.increment(counter, delta).setReturnResults(false);
      var unused = transaction.table(rows.table(counter.key())).increment(increment);
    }

    /** Else the commit has to ask for it. */
    @Override
    public boolean looksAhead() {
      return true;
    }

    @Override
    public boolean readsBeforeAdding() {
      return false;
    }
  }

  /** Keeps a transaction from being committed; without a stack trace, as it is expected. */
  private static final class RolledBack extends IOException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @Override
  public void settle() throws IOException {
    transactions.drain();
  }

  @Override
  public Optional<TransactionCounters> counters() {
    return Optional.of(transactions.counters());
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      transactions.close();
    }
  }
}
