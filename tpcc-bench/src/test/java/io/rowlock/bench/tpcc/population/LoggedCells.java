package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.wal.WALActionsListener;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;

/** Counts what a region server appends to its write-ahead log. */
final class LoggedCells implements WALActionsListener {
  private static final byte[] LOCK_FAMILY = Bytes.toBytes("_lock");

  private final LongAdder rows = new LongAdder();
  private final LongAdder dataBytes = new LongAdder();
  private final LongAdder lockCells = new LongAdder();
  private final LongAdder lockBytes = new LongAdder();

  @Override
  public void visitLogEntryBeforeWrite(RegionInfo region, WALKey key, WALEdit edit) {
    Cell previous = null;
    for (Cell cell : edit.getCells()) {
      if (CellUtil.matchingFamily(cell, WALEdit.METAFAMILY)) {
        continue;
      }
      if (previous == null || !CellUtil.matchingRows(previous, cell)) {
        rows.increment();
      }
      previous = cell;
      count(cell);
    }
  }

  private void count(Cell cell) {
    if (CellUtil.matchingFamily(cell, LOCK_FAMILY)) {
      lockCells.increment();
      lockBytes.add(cell.getSerializedSize());
    } else {
      dataBytes.add(cell.getSerializedSize());
    }
  }

  long dataBytes() {
    return dataBytes.sum();
  }

  long bytes() {
    return dataBytes() + lockBytes();
  }

  long lockBytes() {
    return lockBytes.sum();
  }

  /** A line of a table; all figures are those of one business transaction on average. */
  String row(Layout layout, Mode mode, int transactions) {
    double n = transactions;
    return String.format(
        Locale.ROOT,
        "| `%s` | `%s` | %.1f | %.0f | %.1f | %.0f |",
        layout.name(),
        mode,
        rows.sum() / n,
        dataBytes.sum() / n,
        lockCells.sum() / n,
        lockBytes.sum() / n);
  }
}
