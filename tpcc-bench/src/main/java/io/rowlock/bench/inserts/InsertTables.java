package io.rowlock.bench.inserts;

import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.BenchTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hbase.thirdparty.com.google.common.collect.Streams;

/** The tables of the records and of their index, new for every window. */
record InsertTables(Connection connection) {
  static final TableName RECORDS = TableName.valueOf("rowlock_bench_inserts");
  static final TableName INDEX = TableName.valueOf("rowlock_bench_inserts_index");

  private static final List<TableName> ALL = List.of(RECORDS, INDEX);
  private static final int SCAN_ROWS = 5_000;

  /**
   * Creates the tables that a mode needs: the records in equal regions by their first byte, the
   * index in one region. Data can be replicated to peers; locks are never replicated.
   */
  void create(InsertMode mode, int regions, boolean isReplicated) throws IOException {
    createPlain(mode, regions, isReplicated);
    if (mode.isTransactional()) {
      TransactionAdmin admin = TransactionAdmin.create(connection);
      for (TableName name : of(mode)) {
        admin.enable(name);
      }
    }
  }

  /** As above, without support for transactions. */
  void createPlain(InsertMode mode, int regions, boolean isReplicated) throws IOException {
    drop();
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(BenchTable.FAMILY)
            .setScope(
                isReplicated
                    ? HConstants.REPLICATION_SCOPE_GLOBAL
                    : HConstants.REPLICATION_SCOPE_LOCAL)
            .build();
    for (TableName name : of(mode)) {
      byte[][] splits = name.equals(RECORDS) ? splits(regions) : new byte[0][];
      new BenchTable(name).createPlain(connection, splits, family);
    }
  }

  private static List<TableName> of(InsertMode mode) {
    return mode.hasIndex() ? ALL : List.of(RECORDS);
  }

  static byte[][] splits(int regions) {
    byte[][] splits = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      splits[i - 1] = new byte[] {(byte) (256 * i / regions)};
    }
    return splits;
  }

  void drop() throws IOException {
    for (TableName name : ALL) {
      new BenchTable(name).drop(connection);
    }
  }

  /** Rows that plain HBase sees in all tables of a mode, whatever they contain. */
  long rows(InsertMode mode) throws IOException {
    long rows = 0;
    for (TableName name : of(mode)) {
      rows += count(name, new Scan());
    }
    return rows;
  }

  /** Records that are whole, as plain HBase sees them. */
  long wholeRecords() throws IOException {
    try (Table table = connection.getTable(RECORDS);
        ResultScanner scanner =
            table.getScanner(new Scan().addFamily(BenchTable.FAMILY).setCaching(SCAN_ROWS))) {
      return Streams.stream(scanner).filter(Records::isWhole).count();
    }
  }

  /** Regions of the records that have a row. */
  int regionsTouched() throws IOException {
    int touched = 0;
    try (RegionLocator locator = connection.getRegionLocator(RECORDS)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        Scan first =
            new Scan()
                .withStartRow(location.getRegion().getStartKey())
                .withStopRow(location.getRegion().getEndKey())
                .setLimit(1);
        touched += (int) count(RECORDS, first);
      }
    }
    return touched;
  }

  private long count(TableName name, Scan scan) throws IOException {
    scan.addFamily(BenchTable.FAMILY).setFilter(new FirstKeyOnlyFilter()).setCaching(SCAN_ROWS);
    long rows = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result ignored : scanner) {
        rows++;
      }
    }
    return rows;
  }
}
