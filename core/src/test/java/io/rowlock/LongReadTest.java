package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.longread.BarrierRows;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions that read more rows than they could lock, beside others that write them. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class LongReadTest implements Interceptor {

  private static final int MAX_ROWS = 2;

  /** Time for a row, with which twenty rows take longer than attempts may begin. */
  private static final Duration LONG = RetryPolicy.ofDefaults().maxElapsed().dividedBy(15);

  private final SimulatedTransactions simulated =
      new SimulatedTransactions(this, RowlockOptions.builder().maxRows(MAX_ROWS).build());
  private final Set<Integer> attemptsThatPauseWriters = new HashSet<>();
  private int attempts;
  private int disturbed = 1;
  private Set<Integer> disturbedOpenings = Set.of();
  private final List<Integer> rowsOfAttempts = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private long closedAt;

  @BeforeEach
  void commitRows() {
    for (String row : List.of("a", "b", "c", "d")) {
      simulated.overwrite(row, "old");
    }
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    if (call.request().key().equals(BarrierRows.closing(TABLE))) {
      attemptsThatPauseWriters.add(attempts);
      closedAt = simulated.time.monotonicNanos();
    }
    call.deliver();
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    boolean isOfLocks = ColumnSelection.LOCK_ONLY.includesAll(call.request().columns());
    if (isOfLocks && attempts >= 2) {
      pauses.add(Duration.ofNanos(simulated.time.monotonicNanos() - closedAt));
    }
    if (isOfLocks && disturbedOpenings.contains(attempts)) {
      simulated.overwrite("a", "opening");
    }
    call.deliver();
  }

  @Test
  void secondAttemptReadsWhatIsWrittenMeanwhileAsItWas() throws IOException {
    List<String> found =
        call(
            tx -> {
              List<String> rows = new ArrayList<>();
              try (ResultScanner scanner = tx.table(TABLE).getScanner(pages())) {
                for (Result row : scanner) {
                  rows.add(text(row));
                  simulated.overwrite("a", "attempt " + attempts);
                }
              }
              return rows;
            });
    assertThat(attempts).isEqualTo(2);
    assertThat(found).containsExactly("a=attempt 1", "b=old", "c=old", "d=old");
    assertThat(simulated.stored("a")).isEqualTo("attempt 2");
  }

  /** Nothing has changed when the reader first looks, behind its first rows. */
  @Test
  void readerLooksAgainEachTimeThatItsRowsHaveDoubled() throws IOException {
    commitMoreRows();
    List<String> found = call(tx -> scanBesideWriterOf(tx, "d", Duration.ZERO));
    assertThat(rowsOfAttempts).containsExactly(7, 20);
    assertThat(found).hasSize(20);
  }

  /** The reader meets the changed row too late to look again. */
  @Test
  void oneAttemptWithSnapshotFollowsLongOneWhenTheTimeIsUp() throws IOException {
    commitMoreRows();
    List<String> found = call(tx -> scanBesideWriterOf(tx, "s", LONG));
    assertThat(rowsOfAttempts).containsExactly(20, 20);
    assertThat(found).hasSize(20);
  }

  @Test
  void documentedAuditHasItsSnapshotToo() throws IOException {
    commitMoreRows();
    TransactionSettings audit =
        TransactionSettings.builder()
            .name("audit")
            .readOnly(true)
            .timeout(Duration.ofMinutes(3))
            .build();
    List<String> found = call(audit, tx -> scanBesideWriterOf(tx, "s", Duration.ofSeconds(3)));
    assertThat(found).hasSize(20);
    assertThat(attempts).isEqualTo(2);
  }

  /** Only the first attempt with a snapshot may begin late. */
  @Test
  void noSecondSnapshotIsTakenWhenTheTimeIsUp() {
    commitMoreRows();
    disturbedOpenings = Set.of(2);
    assertThatThrownBy(() -> call(tx -> scanBesideWriterOf(tx, "s", LONG)))
        .isInstanceOf(ConflictException.class);
    assertThat(attempts).isEqualTo(2);
  }

  private void commitMoreRows() {
    "efghijklmnopqrst".chars().forEach(row -> simulated.overwrite(Character.toString(row), "old"));
  }

  /** Scans all rows, each of which takes a while, beside a transaction that writes one of them. */
  private List<String> scanBesideWriterOf(Transaction tx, String hot, Duration row)
      throws IOException {
    List<String> rows = new ArrayList<>();
    rowsOfAttempts.add(0);
    try (ResultScanner scanner = tx.table(TABLE).getScanner(pages())) {
      for (Result found : scanner) {
        rows.add(text(found));
        rowsOfAttempts.set(attempts - 1, rows.size());
        simulated.time.advance(row);
        simulated.overwrite(hot, "at " + rows.size() + " of " + attempts);
      }
    }
    return rows;
  }

  /** The first attempt conflicts before its second scan, so the second attempt lacks it. */
  @Test
  void thirdAttemptHasTheLaterScansToo() throws IOException {
    List<String> found = call(this::scanInTwo);
    assertThat(attempts).isEqualTo(3);
    assertThat(found).containsExactly("a=attempt 2", "b=old", "c=old", "d=attempt 2");
  }

  /** The second attempt fails at its first page. */
  @Test
  void scansThatAnAttemptDidNotReachAreKept() throws IOException {
    disturbed = 0;
    disturbedOpenings = Set.of(2);
    List<String> found = call(this::scanInTwo);
    assertThat(attempts).isEqualTo(3);
    assertThat(found).containsExactly("a=opening", "b=old", "c=old", "d=attempt 1");
  }

  /** Others write both ranges before the commit. */
  private List<String> scanInTwo(Transaction tx) throws IOException {
    List<String> rows = scan(tx, "a", "d");
    rows.addAll(scan(tx, "d", ""));
    simulated.overwrite("a", "attempt " + attempts);
    simulated.overwrite("d", "attempt " + attempts);
    return rows;
  }

  @Test
  void writersPauseAsLongForEachAttempt() throws IOException {
    disturbedOpenings = Set.of(2, 3, 4);
    List<String> found = call(this::scan);

    assertThat(found).startsWith("a=opening").endsWith("d=old");
    Duration pause = ProtocolLimits.DEFAULT.notice().multipliedBy(3).dividedBy(4);
    assertThat(pauses).containsExactly(pause, pause, pause, pause);
  }

  @Test
  void scansThatAreNeverReadDenyNoSnapshot() throws IOException {
    disturbed = 3;
    List<String> found =
        call(
            tx -> {
              for (int i = 0; i < 9; i++) {
                try (ResultScanner unread = tx.table(TABLE).getScanner(pages())) {
                  assertThat(unread).isNotNull();
                }
              }
              return scan(tx);
            });
    assertThat(attempts).isEqualTo(2);
    assertThat(found).endsWith("d=old");
  }

  /** The user's code of the second attempt knows what had committed when it began. */
  @Test
  void secondAttemptSeesWhatEndedBeforeItsFirstScan() throws IOException {
    List<String> found =
        call(
            tx -> {
              simulated.overwrite("d", "heard of " + attempts);
              return scan(tx);
            });
    assertThat(found).containsExactly("a=old", "b=old", "c=old", "d=heard of 2");
  }

  /** It is read for a change that a savepoint then takes back. */
  @Test
  void rowReadBesideTheSnapshotIsValidated() throws IOException {
    List<String> found =
        call(
            tx -> {
              List<String> rows = scan(tx, "a", "d");
              if (attempts == 2) {
                move("a", "d");
              }
              Savepoint before = tx.savepoint();
              var unused =
                  tx.table(TABLE)
                      .increment(
                          new Increment(bytes("d"))
                              .addColumn(FAMILY, bytes("n"), 1)
                              .setReturnResults(false));
              rows.add(text(tx.unvalidated().table(TABLE).get(new Get(bytes("d")))));
              tx.rollbackTo(before);
              return rows;
            });
    assertThat(attempts).isGreaterThan(2);
    assertThat(found).startsWith("a=moved").endsWith("d=moved");
  }

  private void move(String from, String to) throws IOException {
    try (Transaction other = simulated.begin()) {
      write(other, from, "moved");
      write(other, to, "moved");
      other.commit();
    }
  }

  /** A snapshot does not help it, so it pauses no writer a second time. */
  @Test
  void oneThatWritesAfterItsScanHasOneSnapshot() throws IOException {
    disturbed = 3;
    List<String> found =
        call(
            tx -> {
              List<String> rows = scan(tx);
              write(tx, "e", "sum of " + attempts);
              return rows;
            });
    assertThat(found).contains("a=old");
    assertThat(simulated.stored("e")).isEqualTo("sum of 4");
    assertThat(attemptsThatPauseWriters).containsExactly(2);
  }

  private List<String> call(TransactionWork<List<String>, IOException> work) throws IOException {
    return call(TransactionSettings.ofDefaults(), work);
  }

  private List<String> call(
      TransactionSettings settings, TransactionWork<List<String>, IOException> work)
      throws IOException {
    return simulated
        .loop()
        .call(
            settings,
            tx -> {
              attempts++;
              return work.execute(tx);
            });
  }

  private static Scan pages() {
    return new Scan().setCaching(1);
  }

  private List<String> scan(Transaction tx) throws IOException {
    return scan(tx, "", "");
  }

  /** In disturbed attempts, the first row changes before the others are read. */
  private List<String> scan(Transaction tx, String from, String to) throws IOException {
    List<String> rows = new ArrayList<>();
    Scan scan = pages().withStartRow(bytes(from)).withStopRow(bytes(to));
    try (ResultScanner scanner = tx.table(TABLE).getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(text(row));
        if (attempts <= disturbed) {
          simulated.overwrite("a", "old");
        }
      }
    }
    return rows;
  }

  private static String text(Result row) {
    return Bytes.toString(row.getRow()) + "=" + Bytes.toString(row.getValue(FAMILY, QUALIFIER));
  }
}
