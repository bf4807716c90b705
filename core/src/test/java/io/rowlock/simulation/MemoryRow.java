package io.rowlock.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The cells of one row, delete markers included, with HBase's rules of visibility for {@code
 * VERSIONS=1}: only timestamps count, not the order of arrival; at equal timestamps a delete hides
 * a put, and a later put replaces an earlier one.
 *
 * <p>After every write hidden puts are dropped, as HBase may at any time. Markers stay.
 */
final class MemoryRow {

  private final NavigableSet<Cell> cells = new TreeSet<>(CellComparator.getInstance());

  void apply(List<Cell> written) {
    for (Cell cell : written) {
      Cell copy = copy(cell);
      cells.remove(copy);
      cells.add(copy);
    }
    Set<Cell> visible = new HashSet<>(visible());
    cells.removeIf(cell -> cell.getType() == Cell.Type.Put && !visible.contains(cell));
  }

  /** The newest put of every column that no marker hides, in the order of HBase. */
  List<Cell> visible() {
    Reader reader = new Reader();
    cells.forEach(reader::next);
    return reader.found;
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

  /** Walks the sorted cells; what hides a put always sorts before it. */
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

    private final Set<Long> exactly = new HashSet<>();
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
