package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.RowSource.StoredRow;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.jspecify.annotations.Nullable;

/** Rows of a scanner. */
final class ScannedRows implements RowSource.RowStream {
  private final TableName table;
  private final ResultScanner scanner;
  private final Ending ending;

  /** Closes what the scanner needs, and itself. */
  @FunctionalInterface
  interface Ending {
    void close() throws IOException;
  }

  ScannedRows(TableName table, ResultScanner scanner, Ending ending) {
    this.table = table;
    this.scanner = scanner;
    this.ending = ending;
  }

  @Override
  public @Nullable StoredRow next() throws IOException {
    Result result = scanner.next();
    return result == null ? null : new StoredRow(table, result.getRow(), row(result));
  }

  private static Row row(Result result) {
    Row row = new Row();
    for (Cell cell : result.rawCells()) {
      row.set(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    ending.close();
  }
}
