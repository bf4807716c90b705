package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** Rows, keys and queries of TPC-C as HBase's, for a layout. */
public class StoredRows {
  private static final byte[] FAMILY = BenchTable.FAMILY;

  /** No range that a transaction reads has more: the lines of twenty orders are at most 300. */
  private static final int ROWS_AT_A_TIME = 300;

  private final Layout layout;

  public StoredRows(Layout layout) {
    this.layout = layout;
  }

  Layout layout() {
    return layout;
  }

  byte[] row(Key key) {
    return layout.row(key);
  }

  TableName table(Key key) {
    return layout.table(key.relation());
  }

  TableName table(Query.InRange query) {
    return layout.table(query.range().relation());
  }

  Get get(Key key, List<Column> columns) {
    Get get = new Get(layout.row(key));
    if (columns.isEmpty()) {
      return get.addFamily(FAMILY);
    }
    columns.forEach(column -> get.addColumn(FAMILY, column.qualifier()));
    return get;
  }

  public Scan scan(Query.InRange query) {
    Scan scan =
        new Scan()
            .withStartRow(layout.start(query.range()))
            .withStopRow(layout.stop(query.range()))
            .setCaching(ROWS_AT_A_TIME);
    if (query.limit() > 0) {
      scan.setLimit(query.limit());
    }
    if (query.columns().isEmpty()) {
      return scan.addFamily(FAMILY);
    }
    query.columns().forEach(column -> scan.addColumn(FAMILY, column.qualifier()));
    return scan;
  }

  Put put(Key key, Row cells) {
    Put put = new Put(layout.row(key));
    cells.cells().forEach((qualifier, value) -> put.addColumn(FAMILY, qualifier, value));
    return put;
  }

  Delete delete(Key key) {
    return new Delete(layout.row(key)).addFamily(FAMILY);
  }

  Increment increment(Counter counter, long delta) {
    return new Increment(layout.row(counter.key()))
        .addColumn(FAMILY, counter.column().qualifier(), delta);
  }

  /** Empty when there is no such row. */
  Optional<KeyedRow> found(Key key, Result result) {
    if (result.isEmpty()) {
      return Optional.empty();
    }
    Row row = row(result);
    return row.cells().isEmpty() ? Optional.empty() : Optional.of(new KeyedRow(key, row));
  }

  /** A row that a scan has found. */
  public KeyedRow found(TableName table, Result result) {
    return new KeyedRow(layout.key(table, result.getRow()), row(result));
  }

  /** Cells of the one family there is, besides those of Rowlock's locks. */
  private static Row row(Result result) {
    Row row = new Row();
    for (Cell cell : result.rawCells()) {
      if (CellUtil.matchingFamily(cell, FAMILY)) {
        row.set(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
      }
    }
    return row;
  }
}
