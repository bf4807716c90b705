package io.rowlock.bench.tpcc.run;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.bench.kit.LostException;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.LockTimeoutException;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcome of a business transaction: completed transactions of the database, which are one but
 * for Delivery, their attempts, and attempts that lost, those before giving up included.
 */
record Execution(State state, int transactions, int attempts, int conflicts) {
  /** The result of a queued Delivery for its terminal. */
  static final Execution QUEUED = new Execution(State.COMPLETED, 0, 0, 0);

  static Execution of(Ended<?> ended, int transactions) {
    State state = ended.isRolledBack() ? State.ROLLED_BACK : State.COMPLETED;
    return new Execution(state, transactions, ended.attempts(), ended.attempts() - transactions);
  }

  /** Failures of earlier attempts are the suppressed exceptions of the last one. */
  static Execution of(Exception failure) {
    State state = State.of(failure);
    int conflicts = state == State.GAVE_UP ? 1 + failure.getSuppressed().length : 0;
    return new Execution(state, 0, 0, conflicts);
  }

  /** The outcome of a business transaction. */
  enum State {
    COMPLETED,
    /** Intended; the transaction counts as completed. */
    ROLLED_BACK,
    /** All retries met conflicts. */
    GAVE_UP,
    /** The transaction is committed or not. */
    UNKNOWN,
    ERROR;

    static State of(Exception failure) {
      if (failure instanceof CommitOutcomeUnknownException) {
        return UNKNOWN;
      }
      boolean isLost =
          failure instanceof ConflictException
              || failure instanceof LockTimeoutException
              || failure instanceof LostException;
      return isLost ? GAVE_UP : ERROR;
    }

    Event event() {
      return switch (this) {
        case COMPLETED -> Event.COMPLETED;
        case ROLLED_BACK -> Event.ROLLED_BACK;
        case GAVE_UP -> Event.GIVE_UPS;
        case UNKNOWN -> Event.UNKNOWN;
        case ERROR -> Event.ERRORS;
      };
    }

    boolean isComplete() {
      return this == COMPLETED || this == ROLLED_BACK;
    }
  }

  /** Logs failures of business transactions and keeps the first one. Thread-safe. */
  static final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    private final AtomicReference<@Nullable String> first = new AtomicReference<>();

    /** Logs the first failure with its stack trace. */
    void note(Kind kind, Exception failure) {
      String what = kind.title() + ": " + failure;
      if (first.compareAndSet(null, what)) {
        LOG.warn("{} failed; later ones without the stack", kind.title(), failure);
      } else {
        LOG.warn("{} failed: {}", kind.title(), failure.toString());
      }
    }

    @Nullable String first() {
      return first.get();
    }
  }
}
