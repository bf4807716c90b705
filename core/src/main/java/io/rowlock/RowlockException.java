package io.rowlock;

import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * The common root of Rowlock's failures. It states nothing about whether a transaction was
 * committed; its subclasses do.
 *
 * <ul>
 *   <li>{@link NotCommittedException}: surely not committed;
 *   <li>{@link CommitOutcomeUnknownException}: perhaps committed, never to be repeated blindly;
 *   <li>{@link UnsafeTableException} and {@link LockRefusedException}: administration refused a
 *       change, outside of any transaction.
 * </ul>
 *
 * <p>It is an {@link IOException}, as HBase's own failures are, so that code written for HBase
 * needs no new catch clauses. But a handler that repeats after any {@code IOException} must let a
 * {@link CommitOutcomeUnknownException} pass. Mistakes of the calling code are unchecked exceptions
 * instead: see {@link TransactionEndedException}.
 */
public abstract sealed class RowlockException extends IOException
    permits NotCommittedException,
        CommitOutcomeUnknownException,
        UnsafeTableException,
        LockRefusedException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String transactionId;
  private final @Nullable String transactionName;
  private final @Nullable String commitId;
  private final @Nullable String table;
  private final byte @Nullable [] row;

  /** Creates a failure of a transaction. */
  RowlockException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(message + " [transaction " + transaction + "]");
    if (cause != null) { // otherwise it may be set later
      initCause(cause);
    }
    this.transactionId = transaction.id();
    this.transactionName = transaction.name().orElse(null);
    this.commitId = transaction.commitId().orElse(null);
    this.table = row == null ? null : row.table().getNameAsString();
    this.row = row == null ? null : row.row().clone();
  }

  /** Creates a failure outside of any transaction. */
  RowlockException(@Nullable TableName table, byte @Nullable [] row, String message) {
    super(message);
    this.transactionId = null;
    this.transactionName = null;
    this.commitId = null;
    this.table = table == null ? null : table.getNameAsString();
    this.row = row == null ? null : row.clone();
  }

  /**
   * Returns the transaction that failed: {@link Transaction#id()} of the failed attempt; empty
   * outside of any transaction.
   */
  public Optional<String> transactionId() {
    return Optional.ofNullable(transactionId);
  }

  /**
   * Returns the identity that the locks of the transaction's last commit name, and by which {@code
   * LockTools.trace} and {@code scripts/rowlock outcome} find it. It differs from {@link
   * #transactionId} if the commit was repeated after a lost race, or if several transactions
   * committed as one, and they share it. Empty if the failure came before any commit.
   */
  public Optional<String> commitId() {
    return Optional.ofNullable(commitId);
  }

  /** Returns the {@linkplain TransactionSettings#name name} of the transaction, if it has one. */
  public Optional<String> transactionName() {
    return Optional.ofNullable(transactionName);
  }

  /** Returns the label of a failed transaction. */
  TransactionLabel label() {
    return new TransactionLabel(
        Objects.requireNonNull(transactionId), transactionName(), commitId());
  }

  /** Returns the table of the failure; empty if it is not about a single row or table. */
  public Optional<TableName> table() {
    return Optional.ofNullable(table).map(TableName::valueOf);
  }

  /** Returns a copy of the key of the row of the failure; empty if it is not about a single row. */
  public Optional<byte[]> row() {
    return Optional.ofNullable(row).map(byte[]::clone);
  }
}
