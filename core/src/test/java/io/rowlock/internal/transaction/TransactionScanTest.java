package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.G;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RangeScan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionScanTest {

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void ownWritesAreMergedInAtTheirPlaces(int caching) {
    commitRows("b", "d", "f", "h");
    write(put("a", "f:a", "own"), put("d", "f:a", "own"), put("e", "f:a", "own"));
    write(put("i", "f:a", "own"), new Delete(Bytes.toBytes("f")), put("d", "f:b", "own"));
    Scan scan = new Scan().setCaching(caching);

    List<String> rows =
        List.of(
            "a: f:a=own", "b: f:a=b", "d: f:a=own f:b=own", "e: f:a=own", "h: f:a=h", "i: f:a=own");
    assertThat(bed.scan(transaction, scan)).isEqualTo(rows);
    assertThat(bed.scan(transaction, scan.setReversed(true))).isEqualTo(reverse(rows));
  }

  private static List<String> reverse(List<String> rows) {
    return IntStream.range(0, rows.size()).mapToObj(i -> rows.get(rows.size() - 1 - i)).toList();
  }

  @Test
  void rowsOfOwnWritesAlone() {
    write(put("b", "f:a", "1"), put("a", "f:a", "1"));

    assertThat(bed.scan(transaction, new Scan())).containsExactly("a: f:a=1", "b: f:a=1");
  }

  @Test
  void rowsOfOtherTablesStayOut() {
    TableName other = TableName.valueOf("zzz");
    bed.store().createTable(other, "f");
    bed.await(transaction.write(other, put("x", "f:a", "1")));

    assertThat(bed.scan(transaction, new Scan())).isEmpty();
    assertThat(bed.scan(transaction, new Scan().setReversed(true))).isEmpty();
  }

  @Test
  void rangesOfOtherTablesDoNotCoverARow() {
    TableName other = TableName.valueOf("zzz");
    bed.store().createTable(other, "f");
    bed.committed(put("x", "f:a", "1"));
    assertThat(bed.rest(transaction.reads().scan(other, new Scan()))).isEmpty();

    assertThat(bed.get(transaction, "x")).isEqualTo("f:a=1");
  }

  @Test
  void boundsAreInclusiveOrExclusive() {
    commitRows("a", "c");
    write(put("b", "f:a", "b"), put("d", "f:a", "d"));

    assertThat(keys(bounds("a", true, "d", false))).containsExactly("a", "b", "c");
    assertThat(keys(bounds("a", false, "d", true))).containsExactly("b", "c", "d");
    assertThat(keys(bounds("b", false, "c", false))).isEmpty();
    assertThat(keys(bounds("b", true, "b", true))).containsExactly("b");
    assertThat(keys(bounds("d", true, "a", false).setReversed(true)))
        .containsExactly("d", "c", "b");
    assertThat(keys(bounds("d", false, "a", true).setReversed(true)))
        .containsExactly("c", "b", "a");
    assertThat(keys(bounds("c", true, "", false).setReversed(true))).containsExactly("c", "b", "a");
    assertThat(keys(bounds("c", true, "", false))).containsExactly("c", "d");
  }

  @Test
  void emptyRangeIsNoReadAtAll() {
    assertThat(keys(bounds("b", true, "a", true))).isEmpty();
    assertThat(bed.scans()).isEmpty();
  }

  private static Scan bounds(String start, boolean startIn, String stop, boolean stopIn) {
    return new Scan()
        .withStartRow(Bytes.toBytes(start), startIn)
        .withStopRow(Bytes.toBytes(stop), stopIn);
  }

  private List<String> keys(Scan scan) {
    return bed.scan(transaction, scan).stream().map(row -> row.substring(0, 1)).toList();
  }

  @Test
  void columnsAreSelectedAndRowsWithoutThemSkipped() {
    bed.committed(put("a", "f:x", "1"), put("b", "g:x", "1"), put("c", "f:y", "1"));
    write(put("b", "f:x", "2"), put("d", "g:x", "2"));

    assertThat(bed.scan(transaction, new Scan().addColumn(F, Bytes.toBytes("x"))))
        .containsExactly("a: f:x=1", "b: f:x=2");
    assertThat(bed.scan(transaction, new Scan().addFamily(G)))
        .containsExactly("b: g:x=1", "d: g:x=2");
  }

  @Test
  void limitCountsRowsThatAreReturned() {
    commitRows("a", "b", "c", "d", "e");
    write(new Delete(Bytes.toBytes("a")), put("bb", "f:a", "bb"));

    assertThat(bed.scan(transaction, new Scan().setLimit(3)))
        .containsExactly("b: f:a=b", "bb: f:a=bb", "c: f:a=c");
  }

  @Test
  void scanForFewRowsAsksForFewAndThenForMore() {
    commitRows("a", "b", "c", "d", "e");
    write(new Delete(Bytes.toBytes("a")), new Delete(Bytes.toBytes("b")));

    assertThat(bed.scan(transaction, new Scan().setLimit(1))).containsExactly("c: f:a=c");
    assertThat(bed.scans()).extracting(RangeScan::limit).containsExactly(1, 2);
  }

  @Test
  void pagesGrowWithWhatHasBeenRead() {
    adoptRows(1_800);

    assertThat(bed.scan(transaction, new Scan())).hasSize(1_800);
    assertThat(bed.scans()).extracting(RangeScan::limit).containsExactly(100, 200, 400, 800, 1_000);
  }

  /** The second page shows that the caller goes on, so the third one leaves with its arrival. */
  @Test
  void pagesThatAreNotValidatedAreReadAhead() {
    adoptRows(1_800);
    TransactionScan scan = transaction.unvalidatedReads().scan(TABLE, new Scan());

    take(100, scan);
    assertThat(bed.scans()).hasSize(1);
    take(1, scan);
    assertThat(bed.scans()).extracting(RangeScan::limit).containsExactly(100, 200, 400);
    take(200, scan);
    assertThat(bed.scans()).hasSize(4);
    assertThat(bed.rest(scan)).hasSize(1_800 - 301);
    assertThat(bed.scans()).hasSize(5);
  }

  @Test
  void validatedPagesAreReadWhenTheyAreNeeded() {
    adoptRows(1_800);
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());

    take(101, scan);
    assertThat(bed.scans()).hasSize(2);
  }

  @Test
  void nothingIsReadBeyondALimit() {
    adoptRows(1_800);
    Scan scan = new Scan().setLimit(500);

    assertThat(bed.rest(transaction.unvalidatedReads().scan(TABLE, scan))).hasSize(500);
    assertThat(bed.scans()).extracting(RangeScan::limit).containsExactly(100, 200, 200);
  }

  @Test
  void rowsThatOwnDeletesHideDoNotCountForALimit() {
    commitRows("a", "b", "c", "d", "e", "f");
    write(new Delete(Bytes.toBytes("a")), new Delete(Bytes.toBytes("b")));

    assertThat(bed.scan(transaction, new Scan().setLimit(3)))
        .containsExactly("c: f:a=c", "d: f:a=d", "e: f:a=e");
  }

  /** The row has been locked while its page was read ahead, and is free when it is needed. */
  @Test
  void pageThatCouldNotBeReadAheadIsReadAgain() {
    adoptRows(6);
    Scan scan = new Scan().setCaching(2);
    TransactionScan rows = transaction.unvalidatedReads().scan(TABLE, scan);
    bed.failScan(3);

    take(4, rows);
    assertThat(bed.scans()).hasSize(3);
    bed.fail();
    assertThat(bed.rest(rows)).hasSize(2);
    assertThat(bed.scans()).hasSize(5);
  }

  /** HBase's client has tried for long enough, so the caller does not wait as long once more. */
  @Test
  void pageThatFailsWhileItIsAwaitedFailsTheScan() {
    adoptRows(6);
    TransactionScan rows = transaction.unvalidatedReads().scan(TABLE, new Scan().setCaching(2));
    bed.failScan(3);

    take(4, rows);
    CompletableFuture<@Nullable Result> fifth = rows.next();
    assertThat(fifth).isNotDone();
    bed.fail();
    assertThat(fifth)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("for a test");
    assertThat(bed.scans()).hasSize(3);
  }

  /** The row is read again for the increment, and shows no cell of the page, which is older. */
  @Test
  void ownChangeIsLaidOverTheRowFromWhichItIsComputed() {
    commitRows("a", "c");
    commitNumber("b", "old", 5);
    bed.await(transaction.increment(TABLE, oneMoreOfB("n")));
    Scan columns = new Scan().addColumn(F, Bytes.toBytes("n")).addColumn(F, Bytes.toBytes("a"));
    TransactionScan scan = transaction.unvalidatedReads().scan(TABLE, columns);
    assertThat(bed.next(scan)).startsWith("a");
    commitNumber("b", "new", 50);

    Result row = bed.await(scan.next());
    assertThat(Bytes.toLong(row.getValue(F, Bytes.toBytes("n")))).isEqualTo(51);
    assertThat(Bytes.toString(row.getValue(F, Bytes.toBytes("a")))).isEqualTo("new");
    assertThat(row.size()).isEqualTo(2);
    assertThat(bed.rest(scan)).containsExactly("c: f:a=c");
  }

  @Test
  void ownChangeOfARowThatHasMeanwhileBeenDeletedShowsNothingElse() {
    commitNumber("b", "old", 5);
    write(put("a", "f:a", "own"));
    bed.await(transaction.increment(TABLE, oneMoreOfB("n")));
    TransactionScan scan = transaction.unvalidatedReads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).startsWith("a");
    bed.committed(new Delete(Bytes.toBytes("b")));

    Result row = bed.await(scan.next());
    assertThat(Bytes.toLong(row.getValue(F, Bytes.toBytes("n")))).isEqualTo(1);
    assertThat(row.size()).isEqualTo(1);
  }

  /** The row is read with a column more, for a change that was made after the scan was opened. */
  @Test
  void rowThatIsReadAgainShowsTheColumnsOfTheScanOnly() {
    commitRows("a");
    commitNumber("b", "old", 5);
    bed.await(transaction.increment(TABLE, oneMoreOfB("n")));
    Scan columns = new Scan().addColumn(F, Bytes.toBytes("n")).addColumn(F, Bytes.toBytes("a"));
    TransactionScan scan = transaction.unvalidatedReads().scan(TABLE, columns);
    assertThat(bed.next(scan)).startsWith("a");
    bed.await(transaction.increment(TABLE, oneMoreOfB("z")));

    Result row = bed.await(scan.next());
    assertThat(Bytes.toLong(row.getValue(F, Bytes.toBytes("n")))).isEqualTo(6);
    assertThat(row.size()).isEqualTo(2);
  }

  private static Increment oneMoreOfB(String column) {
    byte[] row = Bytes.toBytes("b");
    return new Increment(row).addColumn(F, Bytes.toBytes(column), 1).setReturnResults(false);
  }

  private void commitNumber(String row, String a, long number) {
    byte[] value = Bytes.toBytes(number);
    bed.committed(
        put(row, "f:a", a)
            .addColumn(F, Bytes.toBytes("n"), value)
            .addColumn(F, Bytes.toBytes("z"), value));
  }

  private void take(int rows, TransactionScan scan) {
    for (int i = 0; i < rows; i++) {
      assertThat(bed.next(scan)).isNotNull();
    }
  }

  private void adoptRows(int rows) {
    for (int i = 0; i < rows; i++) {
      Put put = new Put(Bytes.toBytes("%05d".formatted(i))).addColumn(F, F, 10, F);
      bed.store().cluster().rawWrite(TABLE, put);
    }
  }

  @Test
  void pagesAreBounded() {
    bed.scan(transaction, new Scan());
    bed.scan(transaction, new Scan().setCaching(7));
    bed.scan(transaction, new Scan().setCaching(Integer.MAX_VALUE));

    assertThat(bed.scans()).extracting(RangeScan::limit).containsExactly(100, 7, 1_000);
  }

  @Test
  void pagesAreBoundedInBytes() {
    commitRows("a", "b", "c");

    assertThat(keys(new Scan().setMaxResultSize(1))).containsExactly("a", "b", "c");
    assertThat(bed.scans()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesAfterTheOpeningAreNotSeen(boolean reversed) {
    commitRows("b", "d", "f");
    write(put("c", "f:a", "own"), put("e", "f:a", "own"), new Delete(Bytes.toBytes("f")));
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan().setReversed(reversed));

    write(put("a", "f:a", "late"), put("e", "f:a", "late"), put("f", "f:a", "late"));
    write(new Delete(Bytes.toBytes("c")), new Delete(Bytes.toBytes("d")));

    List<String> seen = List.of("b: f:a=b", "c: f:a=own", "d: f:a=d", "e: f:a=own");
    assertThat(bed.rest(scan)).isEqualTo(reversed ? reverse(seen) : seen);
    assertThat(bed.scan(transaction, new Scan()))
        .containsExactly("a: f:a=late", "b: f:a=b", "e: f:a=late", "f: f:a=late");
  }

  /** Each job that the scan meets is done and put thirty later, where the scan has not come yet. */
  @Test
  void everyJobIsDoneOnce() {
    commitRows("t010", "t020", "t030");
    TransactionScan scan =
        transaction.reads().scan(TABLE, new Scan().withStopRow(Bytes.toBytes("t100")));
    List<String> done = new ArrayList<>();
    for (String row = bed.next(scan); row != null; row = bed.next(scan)) {
      String job = row.substring(0, row.indexOf(':'));
      done.add(job);
      int later = Integer.parseInt(job.substring(1)) + 30;
      write(new Delete(Bytes.toBytes(job)), put("t%03d".formatted(later), "f:a", "again"));
    }

    assertThat(done).containsExactly("t010", "t020", "t030");
    bed.await(transaction.commit());
    assertThat(bed.scan(bed.begin(), new Scan())).hasSize(3).first().isEqualTo("t040: f:a=again");
  }

  @Test
  void openChangesAreComputedAsTheyWereAtTheOpening() {
    Get get = new Get(Bytes.toBytes("a"));
    bed.await(transaction.increment(TABLE, plus(1)));
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    TransactionScan overwritten = transaction.reads().scan(TABLE, new Scan());

    bed.await(transaction.increment(TABLE, plus(5)));
    assertThat(bed.rest(scan)).containsExactly("a: f:f=1");
    write(put("a", "f:f", "new"));
    assertThat(bed.rest(overwritten)).containsExactly("a: f:f=1");

    assertThat(TestBed.show(bed.await(transaction.reads().get(TABLE, get)))).isEqualTo("f:f=new");
  }

  private static Increment plus(long amount) {
    return new Increment(Bytes.toBytes("a")).addColumn(F, F, amount).setReturnResults(false);
  }

  /** What is dropped was there when the first scan was opened, and not when the second was. */
  @Test
  void rollbackToASavepointChangesNoOpenScan() {
    commitRows("b");
    WriteMark start = bed.await(transaction.mark());
    write(put("a", "f:a", "dropped"), new Delete(Bytes.toBytes("b")));
    TransactionScan before = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.await(transaction.returnTo(start))).isTrue();
    TransactionScan after = transaction.reads().scan(TABLE, new Scan());
    write(put("c", "f:a", "late"));

    assertThat(bed.rest(before)).containsExactly("a: f:a=dropped");
    assertThat(bed.rest(after)).containsExactly("b: f:a=b");
    bed.await(transaction.commit());
    assertThat(bed.committedRow("a") + bed.committedRow("b")).isEqualTo("f:a=b");
  }

  /** An insert into what a scan has passed is a conflict, also behind a row not seen. */
  @Test
  void rowsWrittenAfterTheOpeningLeaveNoGapInWhatWasRead() {
    commitRows("a", "c");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).startsWith("a");
    write(put("b", "f:a", "late"));
    assertThat(bed.rest(scan)).containsExactly("c: f:a=c");
    bed.committed(put("b", "g:a", "theirs"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void closedScanMeetsNothingMore() {
    commitRows("a", "b");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).startsWith("a");
    scan.close();
    scan.close();
    write(put("b", "f:a", "late"));

    assertThat(bed.rest(scan)).isEmpty();
  }

  @Test
  void scannedRowThatIsThenChangedByOthersIsAConflict() {
    commitRows("a", "b");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).isEqualTo("a: f:a=a");
    bed.committed(put("a", "f:a", "new"));

    assertThat(
            bed.failure(transaction.reads().get(TABLE, new Get(Bytes.toBytes("a")))).isConflict())
        .isTrue();
  }

  @Test
  void rowReadByKeyThatAScanMeetsChangedIsAConflictAndStaysOne() {
    commitRows("a", "b");
    bed.get(transaction, "b");
    bed.committed(put("b", "f:a", "new"));
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());

    assertThat(bed.next(scan)).isEqualTo("a: f:a=a");
    assertThat(bed.failure(scan.next()).isConflict()).isTrue();
    assertThat(bed.failure(scan.next()).isConflict()).isTrue();
  }

  @Test
  void rowThatAppearsInARangeThatWasReadIsAConflict() {
    commitRows("a", "c");
    bed.scan(transaction, new Scan());
    bed.committed(put("d", "f:a", "phantom"));
    write(put("elsewhere", "f:a", "1"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void rowThatAppearsBetweenRowsThatWereReadIsAConflict() {
    commitRows("a", "c");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    bed.next(scan);
    bed.next(scan);
    bed.committed(put("b", "f:a", "phantom"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void rowThatAppearsBeyondWhatWasConsumedIsNone() {
    commitRows("a", "c");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).startsWith("a");
    write(put("elsewhere", "f:a", "1"));
    bed.committed(put("b", "f:a", "new"), put("z", "f:a", "new"));

    bed.await(transaction.commit());
  }

  @Test
  void rowThatAppearsInFrontOfAReversedScanIsNone() {
    commitRows("a", "c");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan().setReversed(true));
    assertThat(bed.next(scan)).startsWith("c");
    bed.committed(put("b", "f:a", "new"));
    bed.await(transaction.commit());

    ActiveTransaction other = bed.begin();
    assertThat(bed.next(other.reads().scan(TABLE, new Scan().setReversed(true)))).startsWith("c");
    bed.committed(put("d", "f:a", "new"));
    assertThat(bed.failure(other.commit()).isConflict()).isTrue();
  }

  @Test
  void endOfALimitedScanIsWhereItsLastRowIs() {
    commitRows("a", "c");
    bed.scan(transaction, new Scan().setLimit(1));
    bed.committed(put("b", "f:a", "new"));

    bed.await(transaction.commit());
  }

  @Test
  void openScanCountsAsReadAtTheCommit() {
    commitRows("a", "c");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).startsWith("a");
    bed.committed(put("a", "f:a", "new"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
    assertThat(bed.failure(scan.next())).hasMessageContaining("rolled back");
  }

  @Test
  void closedScanCountsAsReadAsFarAsItCame() {
    commitRows("a", "c");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    assertThat(bed.next(scan)).startsWith("a");
    scan.close();

    assertThat(bed.next(scan)).isNull();
    bed.committed(put("c", "f:a", "new"));
    bed.await(transaction.validate());
    bed.committed(put("a", "f:a", "new"));
    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void unusedScanIsNoRead() {
    transaction.reads().scan(TABLE, new Scan());
    bed.committed(put("a", "f:a", "new"));

    bed.await(transaction.commit());
    assertThat(bed.scans()).isEmpty();
  }

  @Test
  void scannedRowsCanBeWritten() {
    commitRows("a", "b");
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    for (String row = bed.next(scan); row != null; row = bed.next(scan)) {
      write(put(row.substring(0, 1), "f:a", "new"));
    }

    bed.await(transaction.commit());
    assertThat(bed.committedRow("a") + bed.committedRow("b")).isEqualTo("f:a=newf:a=new");
  }

  @Test
  void locksOfRowsMetLatelyAreNotFetchedAgain() {
    commitRows("a", "b");
    bed.scan(transaction, new Scan().setLimit(1));
    write(new Delete(Bytes.toBytes("a")));
    int reads = bed.reads();

    bed.await(transaction.commit());

    assertThat(bed.reads()).isEqualTo(reads);
    assertThat(bed.committedRow("a")).isEmpty();
  }

  @Test
  void rowsMetLongAgoCanBeWrittenToo() {
    for (int i = 0; i <= PageSizes.DEFAULT; i++) {
      commitRows("%03d".formatted(i));
    }
    bed.scan(transaction, new Scan());
    write(put("000", "f:a", "new"), put("100", "f:a", "new"));
    int reads = bed.reads();

    bed.await(transaction.commit());

    assertThat(bed.reads()).isEqualTo(reads + 1);
    assertThat(bed.committedRow("000")).isEqualTo("f:a=new");
  }

  @Test
  void insertIntoARangeFoundEmptyConflictsWithTheSameByAnother() {
    bed.scan(transaction, new Scan());
    write(put("a", "f:a", "mine"));
    bed.committed(put("a", "f:a", "theirs"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void deletedRowsAreSkippedButRead() {
    commitRows("a", "b");
    bed.committed(new Delete(Bytes.toBytes("a")));

    assertThat(bed.scan(transaction, new Scan())).containsExactly("b: f:a=b");
    bed.committed(put("a", "f:a", "again"));
    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void rowsThatAFilterHidesAreRead() {
    commitRows("a", "b");
    Scan scan = new Scan().setFilter(new PrefixFilter(Bytes.toBytes("b")));

    assertThat(bed.scan(transaction, scan)).containsExactly("b: f:a=b");
    bed.committed(put("a", "f:a", "new"));
    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void filterSeesOwnWritesAndEndsTheScan() {
    commitRows("a", "b", "c", "d");
    write(new Delete(Bytes.toBytes("a")), put("bb", "f:a", "bb"));
    Scan scan = new Scan().setFilter(new PageFilter(2));

    assertThat(bed.scan(transaction, scan)).containsExactly("b: f:a=b", "bb: f:a=bb");
    bed.committed(put("c", "f:a", "new"));
    bed.await(transaction.commit());
  }

  @Test
  void rowsWithoutALockAreSeenWhenATableWasAdopted() {
    bed.store()
        .cluster()
        .rawWrite(TABLE, new Put(Bytes.toBytes("old")).addColumn(F, F, 10, Bytes.toBytes("1")));

    assertThat(bed.scan(transaction, new Scan())).containsExactly("old: f:f=1");
    write(put("old", "f:f", "2"));
    bed.await(transaction.commit());
    assertThat(bed.committedRow("old")).isEqualTo("f:f=2");
  }

  @Test
  void longScanThatIsFilteredAwayNeedsNoStack() {
    adoptRows(5_000);
    Scan scan = new Scan().setCaching(1).setFilter(new PrefixFilter(Bytes.toBytes("04999")));

    assertThat(bed.scan(transaction, scan)).hasSize(1);
  }

  @Test
  void onlyOneNextAtATime() {
    bed.await(
        transaction.increment(
            TABLE, new Increment(Bytes.toBytes("c")).addColumn(F, F, 1).setReturnResults(false)));
    TransactionScan scan =
        transaction.reads().scan(TABLE, new Scan().withStartRow(Bytes.toBytes("c")));
    bed.holdReads();
    var first = scan.next();

    assertThat(bed.failure(scan.next())).hasMessageContaining("before it had answered");
    bed.deliverReads();
    Result row = bed.await(first);
    assertThat(TestBed.show(row)).isEqualTo("f:f=1");
  }

  private void commitRows(String... rows) {
    for (String row : rows) {
      bed.committed(put(row, "f:a", row));
    }
  }

  private void write(Mutation... mutations) {
    bed.await(transaction.writeAll(TABLE, List.of(mutations)));
  }
}
