package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.check.RowSource.RowRange;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** What HBase has, without a transaction. */
final class PlainRows implements RowSource {
  private final Connection connection;

  PlainRows(Connection connection) {
    this.connection = connection;
  }

  @Override
  public RowStream scan(RowRange range) throws IOException {
    Table table = connection.getTable(range.table());
    ResultScanner scanner = table.getScanner(of(range));
    return new ScannedRows(
        range.table(),
        scanner,
        () -> {
          scanner.close();
          table.close();
        });
  }

  /** Locks are left out. */
  static Scan of(RowRange range) {
    return new Scan()
        .withStartRow(range.start())
        .withStopRow(range.stop())
        .addFamily(BenchTable.FAMILY);
  }
}
