package io.rowlock;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The transaction was used when it was over, or while it was being committed. A mistake of the
 * calling code: nothing was done, and nothing is said about whether the transaction is committed,
 * but for its state in the message. What ended it has told, by returning or by what it threw.
 *
 * <p>Not an {@code IOException}, unlike all failures of transactions: code that takes those for a
 * reason to start again would do the work of a committed transaction twice.
 */
public final class TransactionEndedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private final String transactionId;
  private final @Nullable String transactionName;

  TransactionEndedException(TransactionLabel transaction, String message) {
    super(message + " [transaction " + transaction + "]");
    this.transactionId = transaction.id();
    this.transactionName = transaction.name().orElse(null);
  }

  /** The transaction that had ended: its {@link Transaction#id()}. */
  public String transactionId() {
    return transactionId;
  }

  /** What the transaction is {@linkplain TransactionSettings#withName called}, if anything. */
  public Optional<String> transactionName() {
    return Optional.ofNullable(transactionName);
  }
}
