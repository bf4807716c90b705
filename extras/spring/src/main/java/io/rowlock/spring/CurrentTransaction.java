package io.rowlock.spring;

import io.rowlock.TransactionManager;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction that a {@link RowlockTransactionManager} has bound to the calling thread. One
 * object serves all threads.
 *
 * <p>Its tables throw Spring's unchecked exceptions in place of {@code IOException}s, because
 * Spring commits after a checked exception.
 */
public final class CurrentTransaction {

  private final TransactionManager transactions;

  /**
   * Creates an object for the transactions of a manager.
   *
   * @param transactions the one of the {@link RowlockTransactionManager}
   */
  public CurrentTransaction(TransactionManager transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /**
   * Returns a table as the transaction sees it: {@link io.rowlock.Transaction#table}. Get it anew
   * in each method, as it belongs to this transaction.
   *
   * @throws IllegalTransactionStateException if the thread has no transaction
   */
  public Table table(TableName name) {
    return attempt().tables().validated(name);
  }

  /**
   * Returns a table for reads that the commit does not validate: {@link
   * io.rowlock.Transaction#unvalidated}.
   *
   * @throws IllegalTransactionStateException if the thread has no transaction
   */
  public Table unvalidatedTable(TableName name) {
    return attempt().tables().unvalidated(name);
  }

  /**
   * Returns the {@linkplain io.rowlock.Transaction#id id} of the transaction, as logs and
   * exceptions contain it. Each attempt has its own.
   *
   * @throws IllegalTransactionStateException if the thread has no transaction
   */
  public String id() {
    return attempt().tables().id();
  }

  /** Returns whether the thread has a transaction. */
  public boolean isPresent() {
    return of(transactions) != null;
  }

  /** Returns the attempt that is bound to the thread; null if there is none. */
  static @Nullable Attempt of(TransactionManager transactions) {
    return (Attempt) TransactionSynchronizationManager.getResource(transactions);
  }

  private Attempt attempt() {
    @Nullable Attempt bound = of(transactions);
    if (bound == null) {
      throw new IllegalTransactionStateException(
          "This thread has no transaction of Rowlock: call a @Transactional method of a bean"
              + " (propagation REQUIRED) from another bean, and use its tables on the same thread");
    }
    return bound;
  }
}
