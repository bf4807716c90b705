package io.rowlock.bench.tpcc.check;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Where rows come from. Thread-safe. */
interface RowSource {
  /** All rows of a range, in HBase's order. */
  RowStream scan(RowRange range) throws IOException;

  /** What HBase has, without a transaction. */
  static RowSource plain(Connection connection) {
    return range -> {
      Table table = connection.getTable(range.table());
      ResultScanner scanner = table.getScanner(range.scan());
      return new ScannedRows(
          range.table(),
          scanner,
          () -> {
            scanner.close();
            table.close();
          });
    };
  }

  /**
   * What a transaction sees that is never committed. A transaction for each range: it remembers
   * what it has read.
   */
  static RowSource transactional(TransactionManager transactions) {
    return range -> {
      Transaction transaction = transactions.begin();
      ResultScanner scanner = transaction.table(range.table()).getScanner(range.scan());
      return new ScannedRows(range.table(), scanner, transaction::close);
    };
  }

  /** Rows one after the other. Not thread-safe. */
  interface RowStream extends Closeable {
    /** Null after the last one. */
    @Nullable StoredRow next() throws IOException;
  }

  /**
   * Rows of a scanner.
   *
   * @param ending closes what the scanner needs, and itself
   */
  record ScannedRows(TableName table, ResultScanner scanner, Closeable ending)
      implements RowStream {
    @Override
    public @Nullable StoredRow next() throws IOException {
      Result result = scanner.next();
      if (result == null) {
        return null;
      }
      Row row = new Row();
      for (Cell cell : result.rawCells()) {
        row.set(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
      }
      return new StoredRow(table, result.getRow(), row);
    }

    @Override
    public void close() throws IOException {
      ending.close();
    }
  }

  /**
   * Rows of an HBase table.
   *
   * @param start included
   * @param stop excluded; empty when there is no end
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RowRange(TableName table, byte[] start, byte[] stop) {
    /** Locks are left out. */
    Scan scan() {
      return new Scan().withStartRow(start).withStopRow(stop).addFamily(BenchTable.FAMILY);
    }
  }

  /** A row as it stands in HBase, whatever it is. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record StoredRow(TableName table, byte[] name, Row row) {
    /** For people. */
    @Override
    public String toString() {
      return table + " " + Bytes.toStringBinary(name);
    }
  }
}
