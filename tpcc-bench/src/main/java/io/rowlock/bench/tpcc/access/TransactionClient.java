package io.rowlock.bench.tpcc.access;

import io.rowlock.ConflictException;
import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.CommitWatch.CommitTimer;
import io.rowlock.bench.tpcc.access.Work.Isolation;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/** Rowlock. */
final class TransactionClient implements Client {
  private final Connection connection;
  private final TransactionManager transactions;
  private final StoredRows rows;
  private final RetryPolicy policy;
  private final Operations operations = new Operations();

  private TransactionClient(
      Connection connection, TransactionManager transactions, StoredRows rows, RetryPolicy policy) {
    this.connection = connection;
    this.transactions = transactions;
    this.rows = rows;
    this.policy = policy;
  }

  static TransactionClient open(Configuration configuration, StoredRows rows, RetryPolicy policy)
      throws IOException {
    Connection connection = ConnectionFactory.createConnection(configuration);
    try {
      TransactionManager transactions =
          TransactionManager.create(connection, options(configuration, policy));
      return new TransactionClient(connection, transactions, rows, policy);
    } catch (IOException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  /** Answers only wake who waits for them: no thread is needed for that. */
  private static RowlockOptions options(Configuration configuration, RetryPolicy policy) {
    return RowlockOptions.from(configuration).toBuilder()
        .executor(Runnable::run)
        .retryPolicy(policy)
        .build();
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

  /** Executes one business transaction again and again. */
  private final class Attempts<T> {
    private final Work<T> work;
    private int count;
    private @Nullable Ended<T> rolledBack;
    private final CommitTimer ending = new CommitTimer();

    Attempts(Work<T> work) {
      this.work = work;
    }

    T execute(Transaction transaction) throws IOException {
      count++;
      Access access = new Access(new TransactionBackend(transaction, rows), operations);
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

  /** Keeps a transaction from being committed. */
  private static final class RolledBack extends IOException {
    private static final long serialVersionUID = 1L;

    RolledBack() {
      super("The business transaction rolls back");
    }

    /** Thrown often, and expected. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @Override
  public Operations operations() {
    return operations;
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
