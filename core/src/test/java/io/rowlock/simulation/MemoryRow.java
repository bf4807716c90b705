package io.rowlock.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one row, delete markers included, with HBase's rules of visibility for {@code
 * VERSIONS=1}: only timestamps count, not the order of arrival; at equal timestamps a delete hides
 * a put, and a later put replaces an earlier one.
 *
 * <p>Hidden puts stay until a flush, and the markers that hide them until a major compaction.
 */
final class MemoryRow {

  /** A memstore is flushed before it contains more. */
  private static final int MAX_CELLS = 48;

  private final NavigableSet<Cell> cells = new TreeSet<>(CellComparator.getInstance());

  /** The cells that a reader sees; null until a reader needs them. */
  private @Nullable List<Cell> visible;

  void apply(List<Cell> written) {
    for (Cell cell : written) {
      Cell copy = copy(cell);
      cells.remove(copy);
      cells.add(copy);
    }
    visible = null;
    if (cells.size() > MAX_CELLS) {
      flush();
    }
  }

  /** Drops the cells of all other families. */
  void keep(Set<byte[]> families) {
    cells.removeIf(cell -> !families.contains(CellUtil.cloneFamily(cell)));
    visible = null;
  }

  /** Drops the puts that no reader can see. */
  void flush() {
    Set<Cell> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.addAll(visible());
    cells.removeIf(cell -> cell.getType() == Cell.Type.Put && !seen.contains(cell));
  }

  /** Drops the markers as well: an older put that arrives after this is visible. */
  void compact() {
    cells.retainAll(List.copyOf(visible()));
  }

  /** Returns an independent copy. */
  MemoryRow copy() {
    MemoryRow copy = new MemoryRow();
    copy.cells.addAll(cells);
    copy.visible = visible;
    return copy;
  }

  /** Returns the newest put of every column that no marker hides, in the order of HBase. */
  List<Cell> visible() {
    if (visible == null) {
      Reader reader = new Reader();
      cells.forEach(reader::next);
      visible = List.copyOf(reader.found);
    }
    return visible;
  }

  long newestTimestamp() {
    return cells.stream().mapToLong(Cell::getTimestamp).max().orElse(0);
  }

  private static Cell copy(Cell cell) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(CellUtil.cloneRow(cell))
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(CellUtil.cloneQualifier(cell))
        .setTimestamp(cell.getTimestamp())
        .setType(cell.getType())
        .setValue(CellUtil.cloneValue(cell))
        .build();
  }

  /** Goes through the sorted cells; what hides a put always sorts before it. */
  private static final class Reader {

    private final List<Cell> found = new ArrayList<>();
    private Hidden inFamily = new Hidden();
    private Hidden inColumn = new Hidden();
    private boolean columnIsFound;
    private Cell previous;

    void next(Cell cell) {
      if (previous == null || !CellUtil.matchingFamily(previous, cell)) {
        inFamily = new Hidden();
      }
      if (previous == null || !CellUtil.matchingColumn(previous, cell)) {
        inColumn = new Hidden();
        columnIsFound = false;
      }
      previous = cell;
      take(cell);
    }

    private void take(Cell cell) {
      long timestamp = cell.getTimestamp();
      switch (cell.getType()) {
        case DeleteFamily -> inFamily.hideUpTo(timestamp);
        case DeleteFamilyVersion -> inFamily.hideExactly(timestamp);
        case DeleteColumn -> inColumn.hideUpTo(timestamp);
        case Delete -> inColumn.hideExactly(timestamp);
        case Put -> takePut(cell);
      }
    }

    private void takePut(Cell cell) {
      long timestamp = cell.getTimestamp();
      if (!columnIsFound && !inFamily.hides(timestamp) && !inColumn.hides(timestamp)) {
        columnIsFound = true;
        found.add(cell);
      }
    }
  }

  /** The timestamps that markers hide. */
  private static final class Hidden {

    private final Set<Long> exactly = new HashSet<>(0);
    private long upTo = Long.MIN_VALUE;

    void hideUpTo(long timestamp) {
      upTo = Math.max(upTo, timestamp);
    }

    void hideExactly(long timestamp) {
      exactly.add(timestamp);
    }

    boolean hides(long timestamp) {
      return timestamp <= upTo || exactly.contains(timestamp);
    }
  }
}
