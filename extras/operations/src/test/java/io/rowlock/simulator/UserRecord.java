package io.rowlock.simulator;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockException;
import io.rowlock.TransactionTimeoutException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction has read and written, and its outcome for the user, in virtual nanoseconds.
 */
final class UserRecord {

  /** The outcome that the user got. */
  enum Outcome {
    /** None: its client died. */
    OPEN,
    COMMITTED,
    CONFLICT,
    UNKNOWN,
    STORE_FAILED,
    /** The time limit passed, or the user cancelled: surely not committed. */
    STOPPED,
    /** Refused, because the table or the user's permissions do not allow it. */
    REFUSED,
    /** A failure that no user should ever get. */
    BROKEN
  }

  /** The contents of one row at an instant between two times. */
  record Observation(RowKey key, View view, Object shown, boolean fromRange, long from, long to) {

    /** Returns whether a row with that content shows what was seen. */
    boolean fits(Content content) {
      return view.of(content).equals(shown);
    }

    @Override
    public String toString() {
      return key + " shows " + shown;
    }
  }

  /** The messages for calls without a meaning in a transaction. */
  private static final List<String> REFUSALS =
      List.of(" refused: ", "cannot be committed while", "rows at most", "Not a long");

  private final long number;
  private final int process;
  private long begin;
  private final Map<TransactionId, Integer> identities = new HashMap<>();
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

  /** Returns the tag that it leaves in rows. */
  String tag() {
    return Long.toString(number);
  }

  long begin() {
    return begin;
  }

  /** Notes that its user's code runs now: it must see whatever has ended. */
  void runs(long now) {
    begin = now;
  }

  /** Returns when the user learned of the commit; never, for any other outcome. */
  long end() {
    return outcome == Outcome.COMMITTED ? end : Long.MAX_VALUE;
  }

  /** Notes an identity of its commit, and its place among the transactions that commit as one. */
  void commitsAs(TransactionId id, int place) {
    identities.put(id, place);
  }

  /** Returns its places in commits, by the identity of the commit. */
  Map<TransactionId, Integer> identities() {
    return identities;
  }

  SortedMap<RowKey, Change> changes() {
    return changes;
  }

  /** Forgets a noted change that was not made after all. */
  void forget(RowKey key) {
    changes.remove(key);
  }

  /** Notes that it commits while a call is under way, which may be refused. */
  void leavesCallOpen() {
    leavesCallOpen = true;
  }

  List<Observation> observations() {
    return observations;
  }

  /** Returns the results of its increments. */
  SortedMap<RowKey, Long> counts() {
    return counts;
  }

  Outcome outcome() {
    return outcome;
  }

  void observe(Observation observation) {
    observations.add(observation);
  }

  /** Returns the last content seen of the row, null if it was not read as a whole. */
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

  /** Notes that it is attempted again; the user gets no outcome yet. */
  void repeat(long now) {
    end = now;
    outcome = broken == null ? Outcome.CONFLICT : Outcome.BROKEN;
  }

  /** Notes an event that must never happen, whatever the user's outcome is. */
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
          case TIMEOUT -> Outcome.STOPPED;
          case ENDED, CORRUPT_LOCK -> Outcome.BROKEN;
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
