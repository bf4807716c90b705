package io.rowlock.spring;

import io.rowlock.CommitOutcomeUnknownException;
import org.springframework.transaction.TransactionException;

/**
 * The commit was under way when its answer was lost: the transaction is committed as a whole or not
 * at all, but this client does not know which. The cause is Rowlock's {@link
 * CommitOutcomeUnknownException}, which names the transaction.
 *
 * <p>The code is never run again, neither that of the transaction nor that of one around it which
 * this exception leaves. It belongs to no family of exceptions that other software may treat as a
 * reason to repeat.
 */
public final class TransactionOutcomeUnknownException extends TransactionException {

  private static final long serialVersionUID = 1L;

  TransactionOutcomeUnknownException(CommitOutcomeUnknownException cause) {
    super(cause.getMessage(), cause);
  }
}
