package io.rowlock.spring;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.CorruptLockException;
import io.rowlock.NotCommittedException;
import io.rowlock.TransactionTimeoutException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Translates failures of Rowlock and HBase to Spring's exceptions. These are unchecked: Spring
 * commits after a checked exception unless a rollback rule names it.
 */
final class Translation {

  private static final int MAX_CAUSES = 100;

  private Translation() {}

  /** Returns the exception to throw, whose cause is the failure; an unchecked one as it is. */
  static RuntimeException of(Throwable failure) {
    if (failure instanceof CommitOutcomeUnknownException unknown) {
      return new TransactionOutcomeUnknownException(unknown);
    }
    if (failure instanceof NotCommittedException surelyNot) {
      return notCommitted(surelyNot, String.valueOf(surelyNot.getMessage()));
    }
    if (failure instanceof CancellationException) {
      return new TransientDataAccessResourceException(
          "Surely not committed: the thread was interrupted before the commit took effect",
          failure);
    }
    if (failure instanceof IOException) {
      return resource(failure, String.valueOf(failure.getMessage()));
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new TransactionSystemException(String.valueOf(failure.getMessage()), failure);
  }

  private static RuntimeException notCommitted(NotCommittedException failure, String message) {
    if (failure instanceof ConflictException) {
      return new OptimisticLockingFailureException(message, failure);
    }
    if (failure instanceof TransactionTimeoutException) {
      return new TransactionTimedOutException(message, failure);
    }
    if (failure instanceof CorruptLockException) {
      return new NonTransientDataAccessResourceException(message, failure);
    }
    return failure.isRefusal()
        ? new InvalidDataAccessApiUsageException(message, failure)
        : resource(failure, message);
  }

  private static RuntimeException resource(Throwable failure, String message) {
    if (isCausedBy(failure, AccessDeniedException.class::isInstance)) {
      return new PermissionDeniedDataAccessException(message, failure);
    }
    return isCausedBy(failure, DoNotRetryIOException.class::isInstance)
        ? new NonTransientDataAccessResourceException(message, failure)
        : new TransientDataAccessResourceException(message, failure);
  }

  /** Returns whether the failure, or one of its causes, is an unknown outcome. */
  static boolean isDoubt(@Nullable Throwable failure) {
    return isCausedBy(failure, CommitOutcomeUnknownException.class::isInstance);
  }

  /** Returns whether the failure, or one of its causes, matches. */
  static boolean isCausedBy(@Nullable Throwable failure, Predicate<Throwable> which) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (causes.size() == MAX_CAUSES) {
        break; // causes may form a circle
      }
      causes.add(each);
    }
    return causes.stream().anyMatch(which);
  }
}
