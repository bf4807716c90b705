package io.rowlock.internal.transaction;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/** Creates HBase's results. */
final class Results {

  private Results() {}

  /** Returns a result of these cells, which are in HBase's order. */
  static Result of(List<Cell> cells) {
    return cells.isEmpty() ? Result.EMPTY_RESULT : Result.create(cells);
  }

  /** Returns a part of a row that continues. */
  static Result partOf(List<Cell> cells) {
    return Result.create(cells, null, false, true);
  }

  /** Returns the answer to a get that only asks whether there is a cell. */
  static Result existence(List<Cell> cells) {
    return Result.create(List.of(), !cells.isEmpty());
  }

  /** Returns the results of mutations of a row, with HBase's mark that they were performed. */
  static Result performed(Result returned) {
    Result marked = Result.create(returned.rawCells());
    marked.setExists(true);
    return marked;
  }
}
