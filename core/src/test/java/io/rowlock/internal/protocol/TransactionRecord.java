package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.ProtocolFailure.Kind;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one random transaction saw, wanted and was told, in virtual nanoseconds. */
final class TransactionRecord {

  /** What a transaction was told in the end. */
  enum Outcome {
    /** Nothing: its client died. */
    OPEN,
    COMMITTED,
    CONFLICT,
    UNKNOWN,
    STORE_FAILED,
    /** Something that nobody should ever be told. */
    BROKEN
  }

  /** One row, as read somewhen between two instants. */
  record Observation(RowKey key, long version, RowContent content, long from, long to) {}

  private final String tag;
  private final long begin;
  private final SortedMap<RowKey, TaggedWrite> writes = new TreeMap<>();
  private final List<Observation> observations = new ArrayList<>();
  private Outcome outcome = Outcome.OPEN;
  private long end = Long.MAX_VALUE;
  private @Nullable Throwable failure;

  TransactionRecord(String tag, long begin) {
    this.tag = tag;
    this.begin = begin;
  }

  String tag() {
    return tag;
  }

  long begin() {
    return begin;
  }

  /** When it was told that it has committed; never, if it was told anything else. */
  long end() {
    return outcome == Outcome.COMMITTED ? end : Long.MAX_VALUE;
  }

  SortedMap<RowKey, TaggedWrite> writes() {
    return writes;
  }

  List<Observation> observations() {
    return observations;
  }

  boolean isCommitted() {
    return outcome == Outcome.COMMITTED;
  }

  Outcome outcome() {
    return outcome;
  }

  void observe(DecidedRow row, long from, long to) {
    RowContent content = RowContent.of(row.cells());
    observe(new Observation(row.key(), row.version(), content, from, to));
  }

  void observe(Observation observation) {
    observations.add(observation);
  }

  /** The last content seen of the row, null when it was not looked at. */
  @Nullable RowContent seen(RowKey key) {
    RowContent seen = null;
    for (Observation observation : observations) {
      seen = observation.key().equals(key) ? observation.content() : seen;
    }
    return seen;
  }

  void finish(long now, @Nullable Throwable thrown) {
    end = now;
    failure = thrown == null ? null : Async.unwrap(thrown);
    outcome = outcomeOf(failure);
  }

  private static Outcome outcomeOf(@Nullable Throwable failure) {
    if (failure == null) {
      return Outcome.COMMITTED;
    }
    if (failure instanceof IOException) {
      return Outcome.STORE_FAILED;
    }
    Kind kind = failure instanceof ProtocolFailure known ? known.kind() : Kind.ILLEGAL;
    return switch (kind) {
      case CONFLICT -> Outcome.CONFLICT;
      case OUTCOME_UNKNOWN -> Outcome.UNKNOWN;
      case STORE -> Outcome.STORE_FAILED;
      case ILLEGAL, ENDED, CORRUPT_LOCK -> Outcome.BROKEN;
    };
  }

  @Override
  public String toString() {
    return "transaction " + tag + " (" + outcome + (failure == null ? "" : ": " + failure) + ")";
  }
}
