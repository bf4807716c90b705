package io.rowlock.simulator;

import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A query for rows: columns, a filter, a window of each family; and what it shows of a content.
 *
 * @param columns a number below {@link #SELECTIONS}
 * @param offset cells of each family that are left out first
 * @param limit cells of each family that follow; 0 for all
 */
record Query(int columns, Part part, int offset, int limit) implements View {

  private static final int SELECTIONS = 6;
  private static final Part ALL = new Part(false, false, null, content -> content);

  /** Draws a query for a get. */
  static Query ofGet(Random dice) {
    return dice.nextInt(12) == 0 ? new Query(0, Part.ofGet(dice.nextInt(6)), 0, 0) : draw(dice);
  }

  /** Draws a query. */
  static Query draw(Random dice) {
    int columns = dice.nextInt(2) * dice.nextInt(SELECTIONS);
    int kind = dice.nextInt(Part.KINDS);
    int number = dice.nextInt(6);
    Part part = dice.nextBoolean() ? Part.of(kind, number) : ALL;
    boolean isWindow = dice.nextInt(3) == 0 && !part.counts();
    // A filter that judges whole rows must get the column that it judges by.
    return new Query(
        part.judgesRows() ? 0 : columns,
        part,
        isWindow ? number % 3 : 0,
        isWindow ? 1 + number % 2 : 0);
  }

  /** Returns whether its filter needs whole rows. */
  boolean wantsRows() {
    return part.filter() != null && part.filter().hasFilterRow();
  }

  boolean hasFilter() {
    return part.filter() != null;
  }

  Get get(byte[] row) {
    Get get = new Get(row);
    families().forEach(get::addFamily);
    columnList().forEach(column -> get.addColumn(column.get(0), column.get(1)));
    get.setFilter(part.filter());
    if (limit > 0) {
      get.setMaxResultsPerColumnFamily(limit).setRowOffsetPerColumnFamily(offset);
    }
    return get;
  }

  void shape(Scan scan) {
    families().forEach(scan::addFamily);
    columnList().forEach(column -> scan.addColumn(column.get(0), column.get(1)));
    scan.setFilter(part.filter());
    if (limit > 0) {
      scan.setMaxResultsPerColumnFamily(limit).setRowOffsetPerColumnFamily(offset);
    }
  }

  private List<byte[]> families() {
    return switch (columns) {
      case 1, 3 -> List.of(Content.F);
      case 2 -> List.of(Content.G);
      case 4, 5 -> List.of();
      default -> List.of(Content.F, Content.G);
    };
  }

  private List<List<byte[]>> columnList() {
    return switch (columns) {
      case 3 -> List.of(List.of(Content.G, Content.TAG));
      case 4 -> List.of(List.of(Content.F, Content.COUNT));
      case 5 -> List.of(List.of(Content.F, Content.LIST), List.of(Content.G, Content.TAG));
      default -> List.of();
    };
  }

  @Override
  public Content of(Content content) {
    Content left = part.left().apply(selected(content));
    return limit > 0 ? left.window(offset, limit) : left;
  }

  private Content selected(Content content) {
    return switch (columns) {
      case 1 -> content.only(true, true, false);
      case 2 -> content.only(false, false, true);
      case 4 -> content.only(false, true, false);
      case 5 -> content.only(true, false, true);
      default -> content.only(true, true, true);
    };
  }

  static Content shown(Result result) {
    return Content.of(result.listCells());
  }
}
