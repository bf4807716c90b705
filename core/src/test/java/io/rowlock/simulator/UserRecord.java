package io.rowlock.simulator;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockException;
import io.rowlock.TransactionTimeoutException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What one transaction saw, wanted and was told, in virtual nanoseconds. */
final class UserRecord {

  /** What a transaction was told in the end. */
  enum Outcome {
    /** Nothing: its client died. */
    OPEN,
    COMMITTED,
    CONFLICT,
    UNKNOWN,
    STORE_FAILED,
    /** Its time was up, or its user wanted it no more: surely not committed. */
    STOPPED,
    /** That it cannot be: the table, or what its user may do, does not allow it. */
    REFUSED,
    /** Something that nobody should ever be told. */
    BROKEN
  }

  /** What one row showed, read somewhen between two instants. */
  record Observation(RowKey key, View view, Object shown, boolean fromRange, long from, long to) {

    /** Whether the row showed it if it held that. */
    boolean fits(Content content) {
      return view.of(content).equals(shown);
    }

    @Override
    public String toString() {
      return key + " shows " + shown;
    }
  }

  /** What users are told who do what has no meaning. */
  private static final List<String> REFUSALS =
      List.of(" refused: ", "cannot be committed while", "rows at most", "Not a long");

  private final long number;
  private final int process;
  private final long begin;
  private final SortedMap<RowKey, Change> changes = new TreeMap<>();
  private final SortedMap<RowKey, Long> counts = new TreeMap<>();
  private final List<Observation> observations = new ArrayList<>();
  private Outcome outcome = Outcome.OPEN;
  private long end = Long.MAX_VALUE;
  private @Nullable Throwable failure;
  private @Nullable AssertionError broken;
  private boolean leavesCallOpen;

  UserRecord(long number, int process, long begin) {
    this.number = number;
    this.process = process;
    this.begin = begin;
  }

  long number() {
    return number;
  }

  int process() {
    return process;
  }

  /** What it leaves in rows. */
  String tag() {
    return Long.toString(number);
  }

  long begin() {
    return begin;
  }

  /** When it was told that it has committed; never, if it was told anything else. */
  long end() {
    return outcome == Outcome.COMMITTED ? end : Long.MAX_VALUE;
  }

  SortedMap<RowKey, Change> changes() {
    return changes;
  }

  /** The change that was noted, and is not made after all. */
  void forget(RowKey key) {
    changes.remove(key);
  }

  /** It is to be committed while a call is under way: that may be refused. */
  void leavesCallOpen() {
    leavesCallOpen = true;
  }

  List<Observation> observations() {
    return observations;
  }

  /** What it was given as results of increments. */
  SortedMap<RowKey, Long> counts() {
    return counts;
  }

  Outcome outcome() {
    return outcome;
  }

  void observe(Observation observation) {
    observations.add(observation);
  }

  /** The last content seen of the row, null when it was not looked at as a whole. */
  @Nullable Content seen(RowKey key) {
    Content seen = null;
    for (Observation observation : observations) {
      boolean isWhole = observation.view() == View.WHOLE && observation.key().equals(key);
      seen = isWhole ? (Content) observation.shown() : seen;
    }
    return seen;
  }

  void finish(long now, @Nullable Throwable thrown) {
    end = now;
    Throwable bare = thrown instanceof CompletionException wrapped ? wrapped.getCause() : thrown;
    failure = broken == null ? bare : broken;
    outcome = outcomeOf(failure);
  }

  /** Its user is told nothing: it is attempted once more. */
  void repeat(long now) {
    end = now;
    outcome = broken == null ? Outcome.CONFLICT : Outcome.BROKEN;
  }

  /** Something has happened to it that must never happen, whatever its user is told. */
  void breakOff(String what) {
    broken = new AssertionError(what);
  }

  private Outcome outcomeOf(@Nullable Throwable failure) {
    if (failure == null) {
      return Outcome.COMMITTED;
    }
    if (failure instanceof RowlockException || failure instanceof CancellationException) {
      return outcomeOfManager(failure);
    }
    if (failure instanceof IOException) {
      return Outcome.STORE_FAILED;
    }
    if (failure instanceof ChangeOfMind) {
      return Outcome.STOPPED;
    }
    return failure instanceof ProtocolFailure known
        ? switch (known.kind()) {
          case CONFLICT -> Outcome.CONFLICT;
          case OUTCOME_UNKNOWN -> Outcome.UNKNOWN;
          case STORE -> Outcome.STORE_FAILED;
          case ILLEGAL -> Outcome.REFUSED;
          case ENDED, CORRUPT_LOCK, TIMEOUT -> Outcome.BROKEN;
        }
        : Outcome.BROKEN;
  }

  private Outcome outcomeOfManager(Throwable failure) {
    if (failure instanceof ConflictException) {
      return Outcome.CONFLICT;
    }
    if (failure instanceof CommitOutcomeUnknownException) {
      return Outcome.UNKNOWN;
    }
    if (failure instanceof TransactionTimeoutException
        || failure instanceof CancellationException) {
      return Outcome.STOPPED;
    }
    String message = String.valueOf(failure.getMessage());
    if (leavesCallOpen && message.contains("cannot be committed while 1 of its calls")) {
      return Outcome.STOPPED;
    }
    boolean isRefused = REFUSALS.stream().anyMatch(message::contains);
    return failure instanceof NotCommittedException && !isRefused
        ? Outcome.STORE_FAILED
        : Outcome.BROKEN;
  }

  @Override
  public String toString() {
    return "T" + number + " (" + outcome + (failure == null ? "" : ": " + failure) + ")";
  }
}
