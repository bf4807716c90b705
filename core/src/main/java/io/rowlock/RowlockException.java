package io.rowlock;

import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * What every failure of a transaction has in common. Says nothing about whether the transaction was
 * committed: the two kinds below do.
 *
 * <ul>
 *   <li>{@link TransactionException}: surely not committed;
 *   <li>{@link CommitOutcomeUnknownException}: perhaps committed, never to be repeated blindly.
 * </ul>
 *
 * <p>It is an {@link IOException}, as HBase's own failures are, so that code written for HBase
 * needs no new catch clauses.
 */
public abstract sealed class RowlockException extends IOException
    permits TransactionException, CommitOutcomeUnknownException {

  private static final long serialVersionUID = 1L;

  private final String transactionId;
  private final @Nullable String transactionName;
  private final @Nullable String table;
  private final byte @Nullable [] row;

  RowlockException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(message + " [transaction " + transaction + "]", cause);
    this.transactionId = transaction.id();
    this.transactionName = transaction.name().orElse(null);
    this.table = row == null ? null : row.table().getNameAsString();
    this.row = row == null ? null : row.row().clone();
  }

  /** The transaction that failed: {@link Transaction#id()} of the attempt it happened in. */
  public String transactionId() {
    return transactionId;
  }

  /** What the transaction is {@linkplain TransactionSettings#withName called}, if anything. */
  public Optional<String> transactionName() {
    return Optional.ofNullable(transactionName);
  }

  TransactionLabel label() {
    return new TransactionLabel(transactionId, transactionName());
  }

  /** The table it happened at; empty when it is about no single row. */
  public Optional<TableName> table() {
    return Optional.ofNullable(table).map(TableName::valueOf);
  }

  /** A copy of the key of the row it happened at; empty when it is about no single row. */
  public Optional<byte[]> row() {
    return Optional.ofNullable(row).map(byte[]::clone);
  }
}
