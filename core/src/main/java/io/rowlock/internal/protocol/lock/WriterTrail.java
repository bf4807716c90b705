package io.rowlock.internal.protocol.lock;

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
 * <p>A row that is written seldom keeps one former writer only, a hot one those within {@link
 * TrailLimits}. Nothing follows from how many are kept.
 */
public record WriterTrail(List<Entry> entries) {

  /** One former writer; null for the time before the first. */
  record Entry(long version, @Nullable TransactionId writer) {}

  public static final WriterTrail EMPTY = new WriterTrail(List.of());

  /** The trail of a row that is written now, given what the row was until now. */
  WriterTrail before(long version, @Nullable TransactionId writer) {
    List<Entry> longer = new ArrayList<>(entries.size() + 1);
    longer.add(new Entry(version, writer));
    longer.addAll(entries);
    return new WriterTrail(List.copyOf(longer));
  }

  /**
   * What a lock keeps of it. It ends with one writer that is out of reach of the row's version, or
   * at the limit: the end is the anchor that shows that nobody is missing in between.
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

  /** True when the oldest writer known committed at or before that time. */
  boolean reachesBackTo(long commitTimestamp) {
    return !entries.isEmpty() && entries.get(entries.size() - 1).version() <= commitTimestamp;
  }
}
