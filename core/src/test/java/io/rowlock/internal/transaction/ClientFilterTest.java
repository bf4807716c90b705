package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ClientFilterTest {

  private static final String ROW = "f:a=1 f:b=2 f:c=3 g:a=1 g:b=2";

  @Test
  void cellsAreJudgedOneByOne() {
    assertThat(left(new ValueFilter(CompareOperator.EQUAL, binary("1")))).isEqualTo("f:a=1 g:a=1");
    assertThat(left(new QualifierFilter(CompareOperator.GREATER, binary("a"))))
        .isEqualTo("f:b=2 f:c=3 g:b=2");
    assertThat(left(new FamilyFilter(CompareOperator.EQUAL, binary("g")))).isEqualTo("g:a=1 g:b=2");
    assertThat(left(new ValueFilter(CompareOperator.EQUAL, binary("x")))).isEmpty();
  }

  @Test
  void hintsSkipColumnsOfOneFamilyOnly() {
    assertThat(left(new ColumnPrefixFilter(Bytes.toBytes("b")))).isEqualTo("f:b=2 g:b=2");
    assertThat(left(new ColumnRangeFilter(Bytes.toBytes("b"), true, null, false)))
        .isEqualTo("f:b=2 f:c=3 g:b=2");
    assertThat(left(new MultipleColumnPrefixFilter(new byte[][] {{'a'}, {'c'}})))
        .isEqualTo("f:a=1 f:c=3 g:a=1");
  }

  @Test
  void nextRowEndsOneFamilyOnly() {
    assertThat(left(new FirstKeyOnlyFilter())).isEqualTo("f:a=1");
    assertThat(left(new ScriptedFilter(Filter.ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW)))
        .isEqualTo("f:a=1 g:a=1");
    assertThat(left(new ScriptedFilter(Filter.ReturnCode.NEXT_ROW))).isEmpty();
  }

  @Test
  void hintsBehindTheCellAreOneStep() {
    assertThat(left(new ScriptedFilter(Filter.ReturnCode.SEEK_NEXT_USING_HINT))).isEmpty();
  }

  @Test
  void reversedScansUseHintsToEarlierRowsOnly() {
    ClientFilter filter = new ClientFilter(new ColumnPrefixFilter(Bytes.toBytes("b")), true);

    assertThat(TestBed.show(filter.apply(row("row", ROW)))).isEqualTo("f:b=2 g:b=2");
  }

  @Test
  void filtersLearnThatTheScanIsReversed() {
    ClientFilter filter = new ClientFilter(new InclusiveStopFilter(Bytes.toBytes("b")), true);

    assertThat(filter.apply(row("c", "f:a=1"))).hasSize(1);
    assertThat(filter.apply(row("b", "f:a=1"))).hasSize(1);
    assertThat(filter.apply(row("a", "f:a=1"))).isEmpty();
    assertThat(filter.isDone()).isTrue();
  }

  @Test
  void filterThatIsDoneWithinARowSeesNoFurtherCell() {
    assertThat(left(new WhileMatchFilter(new ColumnCountGetFilter(4)))).isEqualTo("f:a=1");
    assertThat(left(new ColumnCountGetFilter(4))).isEqualTo("f:a=1 f:b=2 f:c=3 g:a=1");
  }

  @Test
  void cellsAreTransformed() {
    assertThat(left(new KeyOnlyFilter())).isEqualTo("f:a= f:b= f:c= g:a= g:b=");
  }

  @Test
  void wholeRowIsJudgedByOneColumn() {
    assertThat(left(column("a", "1", true))).isEqualTo(ROW);
    assertThat(left(column("a", "2", true))).isEmpty();
    assertThat(left(column("none", "1", true))).isEmpty();
    assertThat(left(column("none", "1", false))).isEqualTo(ROW);
    assertThat(
            left(
                new SingleColumnValueExcludeFilter(
                    F, Bytes.toBytes("a"), CompareOperator.EQUAL, Bytes.toBytes("1"))))
        .isEqualTo("f:b=2 f:c=3 g:a=1 g:b=2");
  }

  @Test
  void listsCombine() {
    assertThat(left(new FilterList(FilterList.Operator.MUST_PASS_ALL, family("f"), value("1"))))
        .isEqualTo("f:a=1");
    assertThat(left(new FilterList(FilterList.Operator.MUST_PASS_ONE, family("g"), value("3"))))
        .isEqualTo("f:c=3 g:a=1 g:b=2");
    assertThat(
            left(
                new FilterList(
                    FilterList.Operator.MUST_PASS_ALL,
                    column("a", "1", true),
                    column("b", "wrong", true))))
        .isEmpty();
  }

  @Test
  void skipFilterHidesTheRowForOneCell() {
    assertThat(left(new SkipFilter(new ValueFilter(CompareOperator.NOT_EQUAL, binary("3")))))
        .isEmpty();
    assertThat(left(new SkipFilter(new ValueFilter(CompareOperator.NOT_EQUAL, binary("9")))))
        .isEqualTo(ROW);
  }

  @Test
  void paginationCountsUserColumnsOfTheWholeRow() {
    assertThat(left(new ColumnPaginationFilter(2, 2))).isEqualTo("f:c=3 g:a=1");
  }

  @Test
  void rowsAreCountedOverTheWholeScan() {
    assertThat(scan(new PageFilter(2), "a", "b", "c")).containsExactly("a", "b");
  }

  @Test
  void filterThatIsDoneFromTheStartHidesEverything() {
    assertThat(left(new PageFilter(0))).isEmpty();
  }

  @Test
  void filtersOnRowKeysEndTheScan() {
    assertThat(scan(new PrefixFilter(Bytes.toBytes("b")), "a", "b", "ba", "c", "bb"))
        .containsExactly("b", "ba");
    assertThat(scan(new InclusiveStopFilter(Bytes.toBytes("b")), "a", "b", "c"))
        .containsExactly("a", "b");
    Filter whileNotB =
        new WhileMatchFilter(
            new org.apache.hadoop.hbase.filter.RowFilter(CompareOperator.NOT_EQUAL, binary("b")));
    assertThat(scan(whileNotB, "a", "b", "c")).containsExactly("a");
  }

  @Test
  void stateIsResetBetweenRows() {
    SingleColumnValueFilter filter = column("a", "1", true);

    ClientFilter judge = new ClientFilter(filter, false);
    assertThat(judge.apply(row("a", "f:a=1"))).hasSize(1);
    assertThat(judge.apply(row("b", "f:b=1"))).isEmpty();
    assertThat(judge.apply(row("c", "f:a=1"))).hasSize(1);
  }

  @Test
  void usersInstanceIsNotTouchedWhereItCanBeCopied() {
    PageFilter filter = new PageFilter(1);

    assertThat(scan(filter, "a", "b")).containsExactly("a");
    assertThat(scan(filter, "a", "b")).containsExactly("a");
  }

  @Test
  void derivedFilterIsNotMistakenForItsParent() {
    Filter picky =
        new PrefixFilter(Bytes.toBytes("b")) {
          @Override
          public boolean filterRowKey(Cell firstRowCell) {
            return true;
          }
        };

    assertThat(scan(picky, "b")).isEmpty();
  }

  @Test
  void brokenFilterFailsTheRead() {
    Filter broken =
        new FilterBase() {
          @Override
          public ReturnCode filterCell(Cell cell) throws IOException {
            throw new IOException("out of order");
          }
        };

    assertThatThrownBy(() -> left(broken))
        .isInstanceOf(ProtocolFailure.class)
        .hasRootCauseMessage("out of order");
  }

  /** Returns a given code for the first cell of each family, and includes the others. */
  private static final class ScriptedFilter extends FilterBase {

    private final ReturnCode code;

    ScriptedFilter(ReturnCode code) {
      this.code = code;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return code;
    }

    @Override
    public Cell getNextCellHint(Cell cell) {
      return cell;
    }
  }

  private static String left(Filter filter) {
    return TestBed.show(new ClientFilter(filter, false).apply(row("row", ROW)));
  }

  private static List<String> scan(Filter filter, String... rows) {
    ClientFilter judge = new ClientFilter(filter, false);
    List<String> passed = new ArrayList<>();
    for (String row : rows) {
      if (judge.isDone()) {
        break;
      }
      if (!judge.apply(row(row, "f:a=1")).isEmpty()) {
        passed.add(row);
      }
    }
    return passed;
  }

  private static List<Cell> row(String row, String cells) {
    List<Cell> parsed = new ArrayList<>();
    Arrays.stream(cells.split(" "))
        .map(cell -> cell.split("[:=]"))
        .forEach(
            parts ->
                parsed.add(
                    new KeyValue(
                        Bytes.toBytes(row),
                        parts[0].equals("f") ? F : G,
                        Bytes.toBytes(parts[1]),
                        10,
                        Bytes.toBytes(parts[2]))));
    return parsed;
  }

  private static BinaryComparator binary(String value) {
    return new BinaryComparator(Bytes.toBytes(value));
  }

  private static Filter family(String name) {
    return new FamilyFilter(CompareOperator.EQUAL, binary(name));
  }

  private static Filter value(String value) {
    return new ValueFilter(CompareOperator.EQUAL, binary(value));
  }

  private static SingleColumnValueFilter column(
      String qualifier, String value, boolean filterIfMissing) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            F, Bytes.toBytes(qualifier), CompareOperator.EQUAL, Bytes.toBytes(value));
    filter.setFilterIfMissing(filterIfMissing);
    return filter;
  }
}
