package io.rowlock.simulator;

import io.rowlock.internal.protocol.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
    /** That it cannot be: the table, or what its user may do, does not allow it. */
    REFUSED,
    /** Something that nobody should ever be told. */
    BROKEN
  }

  /** One row, as read somewhen between two instants, by one who may not see all or who may. */
  record Observation(
      RowKey key, Content content, boolean fromRange, boolean withoutF, long from, long to) {

    /** Of a hidden family all that shows is what locks say of it, which may be nothing. */
    boolean looksLike(Content other) {
      return withoutF
          ? content.withoutF().equals(other.withoutF())
          : content.equals(other);
    }
  }

  private final long number;
  private final int process;
  private final long begin;
  private final SortedMap<RowKey, Change> changes = new TreeMap<>();
  private final SortedMap<RowKey, Long> counts = new TreeMap<>();
  private final List<Observation> observations = new ArrayList<>();
  private Outcome outcome = Outcome.OPEN;
  private long end = Long.MAX_VALUE;
  private @Nullable Throwable failure;

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

  /** The last content seen of the row, null when it was not looked at. */
  @Nullable Content seen(RowKey key) {
    Content seen = null;
    for (Observation observation : observations) {
      seen = observation.key().equals(key) ? observation.content() : seen;
    }
    return seen;
  }

  void finish(long now, @Nullable Throwable thrown) {
    end = now;
    failure = thrown instanceof CompletionException wrapped ? wrapped.getCause() : thrown;
    outcome = outcomeOf(failure);
  }

  private static Outcome outcomeOf(@Nullable Throwable failure) {
    if (failure == null) {
      return Outcome.COMMITTED;
    }
    if (failure instanceof IOException) {
      return Outcome.STORE_FAILED;
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

  @Override
  public String toString() {
    return "T" + number + " (" + outcome + (failure == null ? "" : ": " + failure) + ")";
  }
}
