package io.rowlock.internal.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a row before its present one, newest first, without a gap. Immutable.
 *
 * <p>Why: a transaction that writes a single row and is told "not equal" must not believe it (an
 * earlier delivery of its request may have been applied), and when another writer has passed in the
 * meantime the present lock alone can no longer show whether it had committed. On a hot row that
 * would turn most conflicts into unknown outcomes. The trail reaches back far enough to tell.
 *
 * <p>A row that is written seldom keeps one former writer only, a hot one those of the last {@link
 * #REACH_MILLIS}, at most {@link #MAX_ENTRIES}.
 */
record WriterTrail(List<Entry> entries) {

  /** One former writer; null for the time before the first. */
  record Entry(long version, @Nullable TransactionId writer) {}

  static final WriterTrail EMPTY = new WriterTrail(List.of());

  /**
   * Settling a lost answer takes a few round trips, but versions are no clock: a single writer
   * whose clock runs ahead pushes all former ones into the past. Two clocks are at most twenty
   * minutes apart, as the manager refuses one that is ten minutes off the servers'.
   */
  private static final long REACH_MILLIS = Duration.ofMinutes(20).toMillis();

  private static final int MAX_ENTRIES = 16;

  /**
   * The trail of a row that a transaction writes now, given what the row was until now. It always
   * ends with one writer that is out of reach, or at the limit: the end is the anchor that shows
   * that nobody is missing in between.
   */
  WriterTrail before(long commitTimestamp, long version, @Nullable TransactionId writer) {
    List<Entry> longer = new ArrayList<>(MAX_ENTRIES);
    Entry last = new Entry(version, writer);
    longer.add(last);
    for (Entry older : entries) {
      if (last.version() < commitTimestamp - REACH_MILLIS || longer.size() == MAX_ENTRIES) {
        break;
      }
      longer.add(older);
      last = older;
    }
    return new WriterTrail(List.copyOf(longer));
  }

  boolean names(TransactionId id) {
    return entries.stream().anyMatch(entry -> id.equals(entry.writer()));
  }

  /** True when the oldest writer known committed at or before that time. */
  boolean reachesBackTo(long commitTimestamp) {
    return !entries.isEmpty() && entries.get(entries.size() - 1).version() <= commitTimestamp;
  }
}
