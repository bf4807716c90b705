package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RowKey;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The timestamps of cells that scans of one table have met above the versions of their rows, which
 * only plain writers make. A commit that replaces such a cell must be above it.
 *
 * <p>The newest thousand are remembered exactly. All other rows share one bound that is below
 * these: a single cell of the far future affects no row but its own. Not thread-safe.
 */
final class CellsAhead {

  private static final int EXACT = 1_000;

  private final Map<RowKey, Long> newest = new HashMap<>();
  private final PriorityQueue<Map.Entry<RowKey, Long>> oldestFirst =
      new PriorityQueue<>(Map.Entry.comparingByValue());
  private long bound;

  /** Notes a cell of the row. */
  void note(RowKey row, long timestamp) {
    if (timestamp <= atMost(row)) {
      return;
    }
    newest.put(row, timestamp);
    oldestFirst.add(Map.entry(row, timestamp));
    if (oldestFirst.size() > EXACT) {
      Map.Entry<RowKey, Long> oldest = oldestFirst.remove();
      bound = oldest.getValue();
      newest.remove(oldest.getKey(), oldest.getValue());
    }
  }

  /** Returns a timestamp that no cell exceeds which was noted for the row. */
  long atMost(RowKey row) {
    return Math.max(bound, newest.getOrDefault(row, 0L));
  }
}
