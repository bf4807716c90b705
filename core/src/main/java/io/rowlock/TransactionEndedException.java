package io.rowlock;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mistake of the calling code: it used the transaction after its end, or during its commit. The
 * call did nothing. The exception makes no statement about the commit, except for the state in its
 * message: the call that ended the transaction has returned or thrown the outcome.
 *
 * <p>It is not an {@code IOException}, unlike all failures of transactions: a handler that restarts
 * failed transactions would otherwise repeat a committed one.
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

  /** Returns the transaction that had ended: its {@link Transaction#id()}. */
  public String transactionId() {
    return transactionId;
  }

  /** Returns the {@linkplain TransactionSettings#name name} of the transaction, if it has one. */
  public Optional<String> transactionName() {
    return Optional.ofNullable(transactionName);
  }
}
