package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.Cell;

/** What servers that have lost rows show one client of them, for one read or for several. */
final class StaleView {

  private static final int MOST_READS = 12;

  /** The state of a row that a server continues to show. */
  private record Frozen(StoredRow row, int readsLeft) {}

  private final LockAudit audit;
  private final SplittableRandom dice;
  private final boolean freezes;
  private final Map<RowKey, Frozen> frozen = new HashMap<>();

  /**
   * Creates a view.
   *
   * @param freezes whether a server shows the same state for a while
   */
  StaleView(LockAudit audit, SplittableRandom dice, boolean freezes) {
    this.audit = audit;
    this.dice = dice;
    this.freezes = freezes;
  }

  void heal() {
    frozen.clear();
  }

  boolean isFrozen(RowKey key) {
    return frozen.containsKey(key);
  }

  /** Shows the row as it is now for some reads, whatever is written meanwhile. */
  void freeze(RowKey key) {
    frozen.put(key, new Frozen(audit.now(key), 1 + dice.nextInt(MOST_READS)));
  }

  /** Returns the row as it was at first, or a few writes ago. */
  StoredRow show(RowRead read) {
    RowKey key = read.key();
    Frozen known = frozen.remove(key);
    StoredRow row = known == null ? audit.earlier(key, dice) : known.row();
    int left = known != null ? known.readsLeft() - 1 : freezes ? dice.nextInt(MOST_READS) : 0;
    if (left > 0) {
      frozen.put(key, new Frozen(row, left));
    }
    return row;
  }

  static StoredRow select(StoredRow row, RowRead read) {
    List<Cell> cells = row.cells().stream().filter(read.columns()::includes).toList();
    return new StoredRow(row.key(), cells, row.lock());
  }
}
