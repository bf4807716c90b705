package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages within a row count what the transaction sees. */
class RowPagingTest {

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @BeforeEach
  void fill() {
    bed.committed(put("r", "f:b", "1"), put("r", "f:d", "1"), put("r", "f:f", "1"));
    bed.committed(put("r", "g:a", "1"), put("r", "g:c", "1"), put("s", "f:x", "1"));
  }

  private void ownWrites() {
    write(put("r", "f:c", "own"), put("r", "f:f", "own"), put("r", "g:b", "own"));
    write(new Delete(Bytes.toBytes("r")).addColumns(F, Bytes.toBytes("b")));
  }

  private void write(Mutation... mutations) {
    bed.await(transaction.writeAll(TABLE, List.of(mutations)));
  }

  @Test
  void familiesArePagedEachOnItsOwn() {
    assertThat(get(0, 2)).isEqualTo("f:b=1 f:d=1 g:a=1 g:c=1");
    assertThat(get(1, 1)).isEqualTo("f:d=1 g:c=1");
    assertThat(get(1, 2)).isEqualTo("f:d=1 f:f=1 g:c=1");
    assertThat(get(2, -1)).isEqualTo("f:f=1");
    assertThat(get(3, 5)).isEmpty();
    assertThat(get(0, -1)).isEqualTo("f:b=1 f:d=1 f:f=1 g:a=1 g:c=1");
  }

  @Test
  void ownWritesAreCounted() {
    ownWrites();

    assertThat(get(0, 2)).isEqualTo("f:c=own f:d=1 g:a=1 g:b=own");
    assertThat(get(1, 1)).isEqualTo("f:d=1 g:b=own");
    assertThat(get(2, -1)).isEqualTo("f:f=own g:c=1");
  }

  @Test
  void scansPageInEveryRow() {
    ownWrites();
    Scan scan = new Scan().setMaxResultsPerColumnFamily(1);

    assertThat(bed.scan(transaction, scan)).containsExactly("r: f:c=own g:a=1", "s: f:x=1");
    scan.setRowOffsetPerColumnFamily(1);
    assertThat(bed.scan(transaction, scan)).containsExactly("r: f:d=1 g:b=own");
    assertThat(bed.scan(transaction, scan.setReversed(true))).containsExactly("r: f:d=1 g:b=own");
  }

  @Test
  void limitOfZeroGivesOneCellAsInHBase() {
    assertThat(get(0, 0)).isEqualTo("f:b=1 g:a=1");
    assertThat(get(1, 0)).isEqualTo("f:d=1 g:c=1");
  }

  @Test
  void windowCountsWhatTheFilterLeaves() {
    ownWrites();
    Filter fromD = new ColumnRangeFilter(Bytes.toBytes("d"), true, null, false);

    assertThat(show(get().setFilter(fromD).setMaxResultsPerColumnFamily(1))).isEqualTo("f:d=1");
    assertThat(show(get().setFilter(fromD).setRowOffsetPerColumnFamily(1))).isEqualTo("f:f=own");
  }

  @Test
  void paginationFiltersCountOwnWrites() {
    ownWrites();

    assertThat(show(get().setFilter(new ColumnPaginationFilter(2, 1)))).isEqualTo("f:d=1 f:f=own");
    assertThat(show(get().setFilter(new ColumnPaginationFilter(2, Bytes.toBytes("d")))))
        .isEqualTo("f:d=1 f:f=own");
    Filter both =
        new FilterList(
            new ColumnRangeFilter(Bytes.toBytes("b"), false, Bytes.toBytes("e"), false),
            new ColumnPaginationFilter(1, 1));
    assertThat(show(get().setFilter(both))).isEqualTo("f:d=1");
  }

  @Test
  void rowsAreCutIntoParts() {
    ownWrites();

    assertThat(parts(new Scan().setBatch(2)))
        .containsExactly("f:c=own f:d=1 ...", "f:f=own g:a=1 ...", "g:b=own g:c=1", "f:x=1");
    assertThat(parts(new Scan().setBatch(4)))
        .containsExactly("f:c=own f:d=1 f:f=own g:a=1 ...", "g:b=own g:c=1", "f:x=1");
    assertThat(parts(new Scan().setBatch(100)).get(0)).doesNotEndWith("...");
  }

  @Test
  void partsCountWhatFilterAndWindowLeave() {
    Filter fromC = new ColumnRangeFilter(Bytes.toBytes("c"), true, null, false);

    assertThat(parts(new Scan().setBatch(1).setFilter(fromC)))
        .containsExactly("f:d=1 ...", "f:f=1 ...", "g:c=1", "f:x=1");
    assertThat(parts(new Scan().setBatch(2).setMaxResultsPerColumnFamily(1)))
        .containsExactly("f:b=1 g:a=1", "f:x=1");
  }

  @Test
  void limitCountsRowsAndNotParts() {
    assertThat(parts(new Scan().setBatch(2).setLimit(1)))
        .containsExactly("f:b=1 f:d=1 ...", "f:f=1 g:a=1 ...", "g:c=1");
    assertThat(parts(new Scan().setBatch(2).setLimit(2))).hasSize(4);
  }

  @Test
  void wholeRowsAreLegalWherePartsAreAllowed() {
    assertThat(parts(new Scan().setAllowPartialResults(true)))
        .containsExactly("f:b=1 f:d=1 f:f=1 g:a=1 g:c=1", "f:x=1");
  }

  @Test
  void pagedReadConflictsWithAnyWriteToTheRow() {
    get(0, 1);
    write(put("elsewhere", "f:a", "1"));
    bed.committed(put("r", "f:z", "beyond the page"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void partsOfARowThatIsChangedMeanwhileAreAConflict() {
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan().setBatch(1));
    bed.next(scan);
    write(put("elsewhere", "f:a", "1"));
    bed.committed(put("r", "f:z", "1"));

    assertThat(bed.rest(scan).get(0)).isEqualTo("r: f:d=1");
    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  private String get(int offset, int limit) {
    return show(get().setRowOffsetPerColumnFamily(offset).setMaxResultsPerColumnFamily(limit));
  }

  private static Get get() {
    return new Get(Bytes.toBytes("r"));
  }

  private String show(Get get) {
    return TestBed.show(bed.await(transaction.reads().get(TABLE, get)));
  }

  private List<String> parts(Scan scan) {
    TransactionScan opened = transaction.reads().scan(TABLE, scan);
    List<String> parts = new ArrayList<>();
    for (Result part = bed.await(opened.next()); part != null; part = bed.await(opened.next())) {
      parts.add(TestBed.show(part) + (part.mayHaveMoreCellsInRow() ? " ..." : ""));
    }
    return parts;
  }
}
