package io.rowlock;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Translates internal failures, and failures of the store, to public exceptions. No other class
 * does.
 *
 * <p>The caller's table, row and cause are kept: a {@code TableNotFoundException} stays the cause.
 */
final class Failures {

  /** More than the longest message of Rowlock. */
  private static final int MAX_MESSAGE = 2_000;

  private Failures() {}

  /** Returns the exception for a failed read or write, which may have come too late. */
  static Exception ofCall(TransactionLabel transaction, Throwable failure) {
    return unwrap(failure) instanceof ProtocolFailure known && known.kind() == Kind.ENDED
        ? new TransactionEndedException(transaction, describe(known))
        : beforeCommit(transaction, failure);
  }

  /** Returns the exception for a failure before any commit was tried: surely not committed. */
  static RowlockException beforeCommit(TransactionLabel transaction, Throwable failure) {
    Throwable bare = unwrap(failure);
    if (bare instanceof RowlockException known) {
      return known;
    }
    if (bare instanceof ProtocolFailure known) {
      return translate(transaction, known);
    }
    return new NotCommittedException(transaction, null, "Not committed: " + describe(bare), bare);
  }

  /**
   * Returns the exception for a failed commit. The protocol guarantees that the store's own
   * failures occur only while nothing can have been committed; a failure of any other kind
   * guarantees nothing.
   */
  static RowlockException ofCommit(TransactionLabel transaction, Throwable failure) {
    Throwable bare = unwrap(failure);
    if (bare instanceof IOException || bare instanceof ProtocolFailure) {
      return beforeCommit(transaction, bare);
    }
    String message = "The commit failed in an unexpected way: " + describe(bare);
    return new CommitOutcomeUnknownException(transaction, null, message, bare);
  }

  /** Returns the exception for a failure that belongs to no transaction. */
  static IOException ofTool(Throwable failure) {
    Throwable bare = unwrap(failure);
    if (bare instanceof ProtocolFailure known && known.kind() == ProtocolFailure.Kind.ILLEGAL) {
      return new LockRefusedException(known.row(), describe(known));
    }
    return bare instanceof IOException known ? known : new IOException(describe(bare), bare);
  }

  /** Returns the failure without the wrapping by futures. */
  static Throwable unwrap(Throwable failure) {
    Throwable bare = failure;
    while (bare instanceof CompletionException || bare instanceof ExecutionException) {
      Throwable cause = bare.getCause();
      if (cause == null) {
        return bare;
      }
      bare = cause;
    }
    return bare;
  }

  private static RowlockException translate(TransactionLabel transaction, ProtocolFailure failure) {
    String message = describe(failure);
    @Nullable Throwable cause = failure.getCause();
    return switch (failure.kind()) {
      case CONFLICT ->
          new ConflictException(
              transaction, failure.row(), message, Objects.requireNonNull(failure.conflict()));
      // The commit of an ended transaction is refused before this point; it would prove nothing.
      case OUTCOME_UNKNOWN, ENDED ->
          new CommitOutcomeUnknownException(transaction, failure.row(), message, cause);
      case CORRUPT_LOCK -> new CorruptLockException(transaction, failure.row(), message, cause);
      case TIMEOUT -> new TransactionTimeoutException(transaction, message, cause);
      case ILLEGAL, STORE -> new NotCommittedException(transaction, failure.row(), message, cause);
    };
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    String what = message == null ? failure.getClass().getName() : bounded(message);
    return failure instanceof ProtocolFailure known && known.advises()
        ? what
        : Advice.of(failure).map(way -> what + ". " + way).orElse(what);
  }

  /**
   * Shortens a message. HBase puts whole row keys and stack traces into messages; they stay in the
   * cause.
   */
  static String bounded(@Nullable String message) {
    return message == null
        ? "no reason given"
        : message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "..." : message;
  }
}
