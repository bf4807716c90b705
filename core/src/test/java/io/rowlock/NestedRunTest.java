package io.rowlock;

import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.Script;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions that the code of another transaction runs on the same thread. */
class NestedRunTest {

  private final Script script = new Script();
  private final SimulatedTransactions simulated = new SimulatedTransactions(script);
  private int outerRuns;
  private int innerRuns;

  private void inner(TransactionAction<IOException> action) throws IOException {
    simulated.run(
        tx -> {
          innerRuns++;
          action.execute(tx);
        });
  }

  private void writeOfInner(String row) throws IOException {
    inner(tx -> write(tx, row, "inner"));
  }

  @Test
  void innerWriteOfWhatOuterHasReadEndsAtOnce() {
    long before = simulated.time.monotonicNanos();
    assertRefused(
        outer -> {
          var unused = read(outer, "a");
          writeOfInner("a");
          write(outer, "b", "outer");
        });
    assertThat(simulated.time.monotonicNanos()).isEqualTo(before);
  }

  @Test
  void rangeCountsAsReadAsFarAsItWasConsumed() throws IOException {
    simulated.overwrite("a", "1");
    simulated.overwrite("c", "1");
    simulated.run(
        outer -> {
          try (ResultScanner rows = outer.table(TABLE).getScanner(new Scan())) {
            var unused = rows.next(2);
          }
          writeOfInner("d");
        });
    assertRefused(
        outer -> {
          try (ResultScanner rows = outer.table(TABLE).getScanner(new Scan())) {
            rows.forEach(row -> {});
          }
          writeOfInner("b");
        });
  }

  @Test
  void outermostCountsToo() {
    assertRefused(
        outer -> {
          var unused = read(outer, "a");
          simulated.run(between -> writeOfInner("a"));
        });
  }

  private void assertRefused(TransactionAction<IOException> code) {
    int before = innerRuns;
    outerRuns = 0;
    assertThatThrownBy(
            () ->
                simulated.run(
                    outer -> {
                      outerRuns++;
                      code.execute(outer);
                    }))
        .isExactlyInstanceOf(NotCommittedException.class)
        .hasMessageContaining("inside the code of transaction")
        .hasMessageContaining("use the outer Transaction, or run this one after it")
        .satisfies(refused -> assertThat(((NotCommittedException) refused).isRefusal()).isTrue());
    assertThat(innerRuns).isEqualTo(before + 1);
    assertThat(outerRuns).isEqualTo(1);
    assertThat(simulated.stored("b")).isNull();
  }

  @Test
  void otherRowsAreFree() throws IOException {
    simulated.run(
        outer -> {
          String unused = read(outer, "a") + unvalidated(outer, "u");
          write(outer, "b", "outer");
          inner(
              tx -> {
                String seen = read(tx, "a");
                write(tx, "c", seen + " seen");
              });
          writeOfInner("b");
          writeOfInner("u");
        });
    assertThat(simulated.stored("b")).isEqualTo("outer");
    assertThat(simulated.stored("c")).isEqualTo("null seen");
    assertThat(simulated.stored("u")).isEqualTo("inner");
  }

  private static String unvalidated(Transaction reader, String row) throws IOException {
    return reader.unvalidated().table(TABLE).get(new Get(bytes(row))).toString();
  }

  @Test
  void nothingIsNestedBehindTheOuter() throws IOException {
    simulated.run(outer -> assertThat(read(outer, "a")).isNull());
    writeOfInner("a");
    assertThat(simulated.stored("a")).isEqualTo("inner");
  }

  /** Locks and turns of the outer transaction would only stop its own inner ones. */
  @Test
  void outerThatRunsOthersReservesNothing() throws IOException {
    simulated.run(
        outer -> {
          outerRuns++;
          String seen = read(outer, "a");
          if (outerRuns <= 5) {
            simulated.overwrite("a", "rival " + outerRuns);
          }
          inner(
              tx -> {
                String also = read(tx, "a");
                write(tx, "c", also + "!");
              });
          write(outer, "b", seen + "!");
        });
    assertThat(outerRuns).isEqualTo(6);
    assertThat(innerRuns).isEqualTo(6);
    assertThat(simulated.counted().escalations()).isZero();
  }

  /** The outer transaction locks ahead after three conflicts; its code does not need that. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void blindWriteOfOuterIsFreeAlsoAfterConflicts(int conflicts) throws IOException {
    simulated.run(
        outer -> {
          outerRuns++;
          write(outer, "x", "outer");
          conflict(outer, conflicts);
          inner(tx -> write(tx, "x", "inner"));
          write(outer, "b", simulated.stored("x"));
        });
    assertThat(simulated.stored("b")).isEqualTo("inner");
    assertThat(simulated.stored("x")).isEqualTo("outer");
  }

  @Test
  void innerReadOfWhatOuterHasLockedAheadEndsTheAttempt() throws IOException {
    simulated.run(
        outer -> {
          outerRuns++;
          write(outer, "x", "outer");
          conflict(outer, 3);
          inner(tx -> write(tx, "c", read(tx, "x") + " seen"));
        });
    assertThat(outerRuns).isEqualTo(5);
    assertThat(simulated.stored("c")).isEqualTo("null seen");
  }

  private void conflict(Transaction outer, int conflicts) throws IOException {
    String unused = read(outer, "a");
    if (outerRuns <= conflicts) {
      simulated.overwrite("a", "rival " + outerRuns);
      unused = read(outer, "a");
    }
  }

  @Test
  void conflictsAreTheCauseOfATimeout() {
    TransactionSettings limited =
        TransactionSettings.builder().timeout(Duration.ofSeconds(10)).build();
    assertThatThrownBy(
            () ->
                simulated
                    .loop()
                    .call(
                        limited,
                        tx -> {
                          String seen = read(tx, "a");
                          if (++outerRuns < 3) {
                            simulated.overwrite("a", "rival " + outerRuns);
                          } else {
                            simulated.time.advance(Duration.ofSeconds(11));
                          }
                          write(tx, "b", seen + "!");
                          return true;
                        }))
        .isInstanceOf(TransactionTimeoutException.class)
        .hasCauseInstanceOf(ConflictException.class)
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .hasSize(1)
                    .hasOnlyElementsOfType(ConflictException.class));
  }
}
