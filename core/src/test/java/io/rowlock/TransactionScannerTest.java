package io.rowlock;

import static io.rowlock.SimulatedTransactions.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An interruption loses no row of a scan. */
class TransactionScannerTest {

  private final Script script = new Script();
  private final List<PendingCall<RangeScan, ScanPage>> held = new ArrayList<>();
  private final SimulatedTransactions simulated =
      SimulatedTransactions.inStandingTime(script, RowlockOptions.ofDefaults());
  private final Transaction transaction = simulated.begin();

  @BeforeEach
  void fill() {
    for (String row : List.of("a", "b", "c")) {
      simulated.overwrite(row, "1");
    }
  }

  @AfterEach
  void clear() {
    boolean unused = Thread.interrupted();
  }

  private ResultScanner scanner(int caching) throws IOException {
    return transaction.table(TABLE).getScanner(new Scan().setCaching(caching));
  }

  private void interruptPage(int number) {
    script.scan(
        number,
        page -> {
          held.add(page);
          Thread.currentThread().interrupt();
        });
  }

  private void deliver() {
    assertThat(Thread.interrupted()).isTrue();
    held.forEach(PendingCall::deliver);
    held.clear();
  }

  /** The answer comes before or after the next call of the scanner. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowIsHandedOutAfterTheInterruption(boolean asksInBetween) throws IOException {
    interruptPage(1);
    ResultScanner scanner = scanner(10);
    assertThatThrownBy(scanner::next).isInstanceOf(InterruptedIOException.class);
    if (asksInBetween) {
      assertThatThrownBy(scanner::next).isInstanceOf(InterruptedIOException.class);
    }
    deliver();
    assertThat(rest(scanner)).containsExactly("a", "b", "c");
    transaction.commit();
  }

  @Test
  void severalRowsAreHandedOutAfterTheInterruption() throws IOException {
    interruptPage(2);
    ResultScanner scanner = scanner(2);
    assertThatThrownBy(() -> scanner.next(3)).isInstanceOf(InterruptedIOException.class);
    deliver();
    assertThat(rows(scanner.next(2))).containsExactly("a", "b");
    assertThat(rest(scanner)).containsExactly("c");
    assertThat(scanner.next(2)).isEmpty();
  }

  @Test
  void iteratorGoesOnAfterTheInterruption() throws IOException {
    interruptPage(1);
    Iterator<Result> rows = scanner(10).iterator();
    assertThatThrownBy(rows::hasNext).isInstanceOf(UncheckedIOException.class);
    deliver();
    assertThat(Bytes.toString(rows.next().getRow())).isEqualTo("a");
  }

  private static List<String> rest(ResultScanner scanner) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      rows.add(Bytes.toString(row.getRow()));
    }
    return rows;
  }

  private static List<String> rows(Result[] results) {
    return Arrays.stream(results).map(row -> Bytes.toString(row.getRow())).toList();
  }
}
