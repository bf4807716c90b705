package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.G;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pages of wide rows are read in slices, and show the same as the whole row. */
class WideRowTest {

  private static final byte[] ROW = Bytes.toBytes("r");

  private final TestBed bed = new TestBed();
  private final Random random = new Random(11);
  private ActiveTransaction transaction = bed.begin();

  @Test
  void slicesShowTheSameAsTheWholeRow() {
    for (int row = 0; row < 40; row++) {
      fill();
      List<Cell> whole = List.of(cells(new Get(ROW)));
      for (int query = 0; query < 50; query++) {
        Get get = query();
        if (random.nextInt(3) == 0) {
          get.addFamily(F);
        }
        List<Cell> requested =
            get.hasFamilies()
                ? whole.stream().filter(cell -> CellUtil.matchingFamily(cell, F)).toList()
                : whole;
        String expected = TestBed.show(expected(get, requested));
        assertThat(show(get)).as(get::toString).isEqualTo(expected);
      }
    }
  }

  private static List<Cell> expected(Get get, List<Cell> whole) {
    ClientFilter filter = ClientFilter.of(get.getFilter(), false, FamilyWindow.of(get));
    return filter == null || whole.isEmpty() ? whole : filter.apply(whole);
  }

  /** Fills a new row and begins a transaction, which sometimes has written the row as well. */
  private void fill() {
    bed.committed(new Delete(ROW));
    for (byte[] family : List.of(F, G)) {
      for (int i = random.nextInt(40); i > 0; i--) {
        bed.committed(new Put(ROW).addColumn(family, qualifier(), value()));
      }
    }
    transaction = bed.begin();
    if (random.nextInt(4) == 0) {
      bed.await(transaction.write(TABLE, new Delete(ROW).addColumns(F, qualifier())));
      bed.await(transaction.write(TABLE, new Put(ROW).addColumn(F, qualifier(), value())));
    }
  }

  private Get query() {
    Get get = new Get(ROW);
    Filter filter = filter(random.nextInt(13));
    if (filter != null) {
      get.setFilter(filter);
    }
    if (random.nextBoolean()) {
      get.setMaxResultsPerColumnFamily(random.nextInt(8));
    }
    if (random.nextInt(3) == 0) {
      get.setRowOffsetPerColumnFamily(random.nextInt(8));
    }
    return get;
  }

  private @Nullable Filter filter(int kind) {
    int some = random.nextInt(6);
    return switch (kind) {
      case 0 -> new ColumnRangeFilter(qualifier(), random.nextBoolean(), null, false);
      case 1 -> new ColumnRangeFilter(null, false, qualifier(), random.nextBoolean());
      case 2 -> new ColumnPrefixFilter(new byte[] {qualifier()[0]});
      case 3 -> new MultipleColumnPrefixFilter(new byte[][] {qualifier(), {qualifier()[0]}});
      case 4 -> new ColumnPaginationFilter(some, random.nextInt(10));
      case 5 -> new ColumnPaginationFilter(some, qualifier());
      case 6 -> new ColumnCountGetFilter(some);
      case 7 -> new FirstKeyOnlyFilter();
      case 8 -> new FilterList(filter(0), filter(4));
      case 9 -> new FilterList(filter(0), valueIs(), filter(6));
      case 10 ->
          new FilterList(new ColumnRangeFilter(qualifier(), true, qualifier(), false), filter(4));
      case 11 -> new ColumnRangeFilter(qualifier(), true, qualifier(), random.nextBoolean());
      default -> null;
    };
  }

  private static Filter valueIs() {
    return new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("0")));
  }

  private byte[] qualifier() {
    return Bytes.toBytes("%02d".formatted(random.nextInt(60)));
  }

  private byte[] value() {
    return Bytes.toBytes(String.valueOf(random.nextInt(2)));
  }

  @Test
  void pageByPageNoMoreIsReadThanThePage() {
    Put put = new Put(ROW);
    for (int i = 0; i < 2_500; i++) {
      put.addColumn(F, Bytes.toBytes("%05d".formatted(i)), 10, F);
    }
    bed.store().cluster().rawWrite(TABLE, put);
    bed.committed(put("other", "f:a", "1"));
    int before = bed.reads();
    List<String> seen = new ArrayList<>();
    for (byte[] from = new byte[] {0}; from.length > 0; ) {
      Get page = new Get(ROW).setFilter(new ColumnRangeFilter(from, false, null, false));
      Cell[] cells = cells(page.setMaxResultsPerColumnFamily(100));
      from = cells.length == 0 ? new byte[0] : CellUtil.cloneQualifier(cells[cells.length - 1]);
      for (Cell cell : cells) {
        seen.add(Bytes.toString(CellUtil.cloneQualifier(cell)));
      }
      assertThat(bed.lastRead().slice().limit()).isLessThan(110);
    }

    assertThat(seen).hasSize(2_500).isSorted().doesNotHaveDuplicates();
    assertThat(bed.reads()).isEqualTo(before + 26);
  }

  @Test
  void slicesGrowUntilTheyAreLongEnough() {
    Put put = new Put(ROW);
    for (int i = 0; i < 3_000; i++) {
      put.addColumn(F, Bytes.toBytes("%05d".formatted(i)), 10, F);
    }
    bed.store().cluster().rawWrite(TABLE, put);
    bed.committed(put("other", "f:a", "1"));
    int before = bed.reads();

    assertThat(cells(new Get(ROW).setFilter(new ColumnRangeFilter(null, true, null, true))))
        .hasSize(3_000);
    assertThat(bed.reads()).isEqualTo(before + 2);
  }

  @Test
  void nothingBehindTheEndOfARangeIsRead() {
    bed.committed(put("r", "f:a", "1"), put("r", "f:b", "1"), put("r", "f:c", "1"));
    byte[] b = Bytes.toBytes("b");

    assertThat(show(new Get(ROW).setFilter(new ColumnRangeFilter(null, true, b, false))))
        .isEqualTo("f:a=1");
    assertThat(bed.lastRead().slice().until()).isEqualTo(b);
    assertThat(show(new Get(ROW).setFilter(new ColumnRangeFilter(b, true, b, true))))
        .isEqualTo("f:b=1");
    assertThat(bed.lastRead().slice().until()).isEqualTo(new byte[] {'b', 0});
  }

  @Test
  void rowsWithOwnWritesAreReadAsAWhole() {
    bed.committed(put("r", "f:a", "1"), put("r", "f:b", "1"), put("r", "f:c", "1"));
    bed.await(transaction.write(TABLE, put("r", "f:aa", "own")));

    assertThat(show(new Get(ROW).setMaxResultsPerColumnFamily(2))).isEqualTo("f:a=1 f:aa=own");
    assertThat(bed.lastRead().slice()).isNull();
  }

  @Test
  void pagesOfARowThatChangesInBetweenAreAConflict() {
    bed.committed(put("r", "f:a", "1"), put("r", "f:b", "1"));
    cells(new Get(ROW).setMaxResultsPerColumnFamily(1));
    bed.committed(put("r", "f:z", "1"));
    Get second = new Get(ROW).setRowOffsetPerColumnFamily(1).setMaxResultsPerColumnFamily(1);

    assertThat(bed.failure(transaction.reads().get(TABLE, second)).isConflict()).isTrue();
  }

  @Test
  void filtersThatJudgeRowsSeeWhatTheySeeInHBase() {
    bed.committed(put("r", "f:a", "1"), put("r", "f:b", "1"));
    Filter notB =
        new SingleColumnValueFilter(
            F, Bytes.toBytes("a"), CompareOperator.EQUAL, Bytes.toBytes("2"));
    Filter fromB = new ColumnRangeFilter(Bytes.toBytes("b"), true, null, false);

    assertThat(show(new Get(ROW).setFilter(new FilterList(fromB, notB)))).isEqualTo("f:b=1");
    assertThat(show(new Get(ROW).setFilter(new FilterList(notB, fromB)))).isEmpty();
  }

  private Cell[] cells(Get get) {
    Result result = bed.await(transaction.reads().get(TABLE, get));
    return result.rawCells() == null ? new Cell[0] : result.rawCells();
  }

  private String show(Get get) {
    return TestBed.show(List.of(cells(get)));
  }
}
