package io.rowlock.it.commit;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row of 100,000 columns, read in pages, and a table of 100,000 rows, read by scans. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class WideRowsAndLongScansIT {

  private static final int MANY = 100_000;
  private static final int PAGE = 5_000;
  private static final int WATCHED_EVERY = 1_000;
  private static final byte[] LOCK_FAMILY = Bytes.toBytes("_lock");
  private static final byte[] LOCK = Bytes.toBytes("l");

  private final Connection connection;
  private final TransactionManager transactions;

  WideRowsAndLongScansIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void pagesOfWideRowMatchHBase() throws IOException {
    TableName name = TestTables.create(connection);
    byte[] row = Bytes.toBytes("wide");
    transactions.run(tx -> tx.table(name).put(new Put(row).addColumn(F, name(0), G)));
    try (Table plain = connection.getTable(name)) {
      fillRow(plain, row);
      Transaction tx = transactions.begin();
      Table rows = tx.table(name);

      assertThat(pageByPage(rows, row)).isEqualTo(MANY);
      for (Get get : pages(row)) {
        String inHBase = Arrays.toString(names(plain.get(plainly(get))));
        assertThat(Arrays.toString(names(rows.get(get)))).as(get::toString).isEqualTo(inHBase);
      }
      transactions.run(other -> other.table(name).put(new Put(row).addColumn(G, name(7), F)));
      Get onceMore = new Get(row).addFamily(F).setMaxResultsPerColumnFamily(1);
      assertThatThrownBy(() -> rows.get(onceMore)).isInstanceOf(ConflictException.class);
      tx.rollback();
    }
  }

  private static void fillRow(Table plain, byte[] row) throws IOException {
    Put put = new Put(row);
    for (int i = 1; i < MANY; i++) {
      put.addColumn(F, name(i), G);
      if (put.size() == 10_000 || i == MANY - 1) {
        plain.put(put.addColumn(G, name(i), F));
        put = new Put(row);
      }
    }
  }

  private static byte[] name(int number) {
    return Bytes.toBytes("%06d".formatted(number));
  }

  private static int pageByPage(Table rows, byte[] row) throws IOException {
    byte[] from = name(0);
    int seen = 0;
    boolean first = true;
    while (true) {
      Filter rest = new ColumnRangeFilter(from, first, null, false);
      Get page = new Get(row).addFamily(F).setFilter(rest).setMaxResultsPerColumnFamily(PAGE);
      Cell[] cells = rows.get(page).rawCells();
      if (cells == null || cells.length == 0) {
        return seen;
      }
      seen += cells.length;
      from = CellUtil.cloneQualifier(cells[cells.length - 1]);
      first = false;
    }
  }

  /** Pages in the middle and at the end, in one family and in all. */
  private static List<Get> pages(byte[] row) {
    List<Get> pages = new ArrayList<>();
    for (int start : new int[] {0, 12_345, 99_995}) {
      Filter range = new ColumnRangeFilter(name(start), true, name(start + 50), false);
      pages.add(new Get(row).setFilter(range));
      pages.add(new Get(row).addFamily(F).setFilter(range).setRowOffsetPerColumnFamily(3));
      pages.add(new Get(row).setFilter(new FilterList(range, new ColumnPaginationFilter(5, 2))));
      pages.add(new Get(row).addFamily(F).setFilter(new ColumnPaginationFilter(7, name(start))));
    }
    pages.add(new Get(row).setRowOffsetPerColumnFamily(1_234).setMaxResultsPerColumnFamily(9));
    pages.add(new Get(row).setRowOffsetPerColumnFamily(99_998));
    pages.add(new Get(row).setFilter(new ColumnPaginationFilter(3, 5_000)));
    return pages;
  }

  /** Returns the result without the lock family. */
  private static Get plainly(Get get) {
    Get plain = new Get(get);
    return get.hasFamilies() ? plain : plain.addFamily(F).addFamily(G);
  }

  private static String[] names(Result result) {
    return result.listCells() == null
        ? new String[0]
        : result.listCells().stream()
            .map(cell -> Bytes.toString(CellUtil.cloneFamily(cell)) + qualifier(cell))
            .toArray(String[]::new);
  }

  private static String qualifier(Cell cell) {
    return Bytes.toString(CellUtil.cloneQualifier(cell));
  }

  @Test
  void longScanReleasesItsRows() throws IOException {
    TableName table = TestTables.create(connection, "row030000", "row060000");
    fillTable(table);
    Transaction tx = transactions.begin();
    List<WeakReference<byte[]>> buffers = new ArrayList<>();
    try (ResultScanner scanner = tx.table(table).getScanner(new Scan())) {
      int count = 0;
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        if (count++ % WATCHED_EVERY == 0) {
          buffers.add(new WeakReference<>(row.rawCells()[0].getValueArray()));
        }
      }
      assertThat(count).isEqualTo(MANY);
      assertThat(stillHeld(buffers)).isLessThan(10);
    }
    transactions.run(other -> other.table(table).put(Rows.put("row050000", "new")));
    assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    transactions.run(
        other -> assertThat(countReversed(other.table(table))).isEqualTo(MANY - 60_000));
  }

  private static int countReversed(Table table) throws IOException {
    Scan backwards = new Scan().setReversed(true).setCaching(500).setMaxResultSize(50_000);
    backwards.withStopRow(Bytes.toBytes("row060000"), true);
    int count = 0;
    try (ResultScanner scanner = table.getScanner(backwards)) {
      while (scanner.next() != null) {
        count++;
      }
    }
    return count;
  }

  /** Counts the buffers of received rows that are still in memory. */
  private static long stillHeld(List<WeakReference<byte[]>> buffers) {
    System.gc();
    return buffers.stream().filter(buffer -> buffer.get() != null).count();
  }

  /** Writes rows as a transaction leaves them, all with the lock of one row. */
  private void fillTable(TableName table) throws IOException {
    transactions.run(tx -> tx.table(table).put(Rows.put("row000000", "value")));
    try (Table plain = connection.getTable(table);
        BufferedMutator mutator = connection.getBufferedMutator(table)) {
      Result pattern = plain.get(new Get(Bytes.toBytes("row000000")));
      Cell lock = pattern.getColumnLatestCell(LOCK_FAMILY, LOCK);
      Cell value = pattern.getColumnLatestCell(F, Rows.V);
      for (int i = 1; i < MANY; i++) {
        Put put = new Put(Bytes.toBytes("row%06d".formatted(i)));
        put.addColumn(LOCK_FAMILY, LOCK, lock.getTimestamp(), CellUtil.cloneValue(lock));
        mutator.mutate(put.addColumn(F, Rows.V, value.getTimestamp(), new byte[100]));
      }
    }
  }
}
