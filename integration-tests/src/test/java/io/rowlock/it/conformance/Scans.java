package io.rowlock.it.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads the results of a scan, and closes it. */
final class Scans {

  private Scans() {}

  /** Reads all results, or so many. */
  static List<Result> read(Table table, Scan scan, int most) throws IOException {
    try (ResultScanner scanner = table.getScanner(scan)) {
      return most < Integer.MAX_VALUE ? Arrays.asList(scanner.next(most)) : all(scanner, scan);
    }
  }

  private static List<Result> all(ResultScanner scanner, Scan scan) throws IOException {
    List<Result> found = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      if (!row.isCursor()) { // which only shows that a server is still working
        found.add(row);
      }
    }
    return scan.getAllowPartialResults() ? whole(found) : found;
  }

  /** Joins parts of rows: a server may divide them anywhere. */
  private static List<Result> whole(List<Result> parts) {
    List<Result> rows = new ArrayList<>();
    List<Cell> row = new ArrayList<>();
    for (Result part : parts) {
      if (!row.isEmpty() && !isOf(part).test(row.get(0))) {
        rows.add(Result.create(row));
        row = new ArrayList<>();
      }
      row.addAll(part.listCells());
    }
    if (!row.isEmpty()) {
      rows.add(Result.create(row));
    }
    return rows;
  }

  private static Predicate<Cell> isOf(Result part) {
    return cell ->
        Bytes.equals(
            cell.getRowArray(),
            cell.getRowOffset(),
            cell.getRowLength(),
            part.getRow(),
            0,
            part.getRow().length);
  }
}
