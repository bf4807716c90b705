package io.rowlock.internal.protocol.lock;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a row before its last one, newest first, without a gap. Immutable.
 *
 * <p>Purpose: a transaction that writes a single row must not rely on the answer "not equal",
 * because an earlier delivery of its request may have been applied. If another transaction has
 * written the row in the meantime, the present lock alone can no longer show whether the first one
 * had committed. On a hot row that would turn most conflicts into unknown outcomes. The trail
 * reaches back far enough to decide this.
 *
 * <p>A row that is seldom written keeps one former writer only, a hot one those within {@link
 * TrailLimits}. Nothing depends on how many are kept.
 */
public record WriterTrail(List<Entry> entries) {

  /** One former writer; null for the time before the first. */
  record Entry(long version, @Nullable TransactionId writer) {}

  public static final WriterTrail EMPTY = new WriterTrail(List.of());

  /** Returns the trail of a row that is written now, given its state until now. */
  WriterTrail before(long version, @Nullable TransactionId writer) {
    List<Entry> longer = new ArrayList<>(entries.size() + 1);
    longer.add(new Entry(version, writer));
    longer.addAll(entries);
    return new WriterTrail(List.copyOf(longer));
  }

  /**
   * Returns the part that a lock keeps. It ends with one writer beyond the reach from the row's
   * version, or at the limit: the last entry is the anchor which shows that no writer is missing in
   * between.
   */
  WriterTrail within(TrailLimits limits, long version) {
    int kept = 0;
    boolean reaches = true;
    while (kept < Math.min(entries.size(), limits.entries()) && reaches) {
      reaches = entries.get(kept).version() >= version - limits.reach().toMillis();
      kept++;
    }
    return kept == entries.size() ? this : new WriterTrail(entries.subList(0, kept));
  }

  boolean names(TransactionId id) {
    return entries.stream().anyMatch(entry -> id.equals(entry.writer()));
  }

  /** Returns whether no former writer of the row committed at that time. */
  boolean excludes(long timestamp) {
    return reachesBackTo(timestamp)
        && entries.stream().noneMatch(entry -> entry.version() == timestamp);
  }

  /** Returns whether the oldest known writer committed at or before that time. */
  boolean reachesBackTo(long commitTimestamp) {
    return !entries.isEmpty() && entries.get(entries.size() - 1).version() <= commitTimestamp;
  }
}
