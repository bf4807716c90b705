package io.rowlock.internal.transaction;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/** Makes HBase's results. */
final class Results {

  private Results() {}

  /** A result of these cells, which are in HBase's order. */
  static Result of(List<Cell> cells) {
    return cells.isEmpty() ? Result.EMPTY_RESULT : Result.create(cells);
  }

  /** A part of a row that goes on. */
  static Result partOf(List<Cell> cells) {
    return Result.create(cells, null, false, true);
  }

  /** The answer to a get that only asks whether there is anything. */
  static Result existence(List<Cell> cells) {
    return Result.create(List.of(), !cells.isEmpty());
  }

  /** What mutations of a row returned, with HBase's mark that they were performed. */
  static Result performed(Result returned) {
    Result marked = Result.create(returned.rawCells());
    marked.setExists(true);
    return marked;
  }
}
