package io.rowlock.history;

import static io.rowlock.history.Histories.append;
import static io.rowlock.history.Histories.info;
import static io.rowlock.history.Histories.list;
import static io.rowlock.history.Histories.ok;
import static io.rowlock.history.Histories.read;
import static io.rowlock.history.Histories.scanned;
import static io.rowlock.history.Histories.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.Anomaly.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each classic cycle is reported with its name, and the closest correct history is accepted. */
class CycleAnomaliesTest {

  private static final long LATER = 200;

  /** Returns T9, which reads all in the end, so that the order of writes is known. */
  private static HistoryTransaction atLast(Step... reads) {
    return ok("T9", LATER, LATER + 100, reads);
  }

  @Test
  void g0() {
    HistoryTransaction first = ok("T1", 0, 100, append("x", 1), append("y", 1));
    HistoryTransaction second = ok("T2", 0, 100, append("x", 2), append("y", 2));
    assertFlagged(Kind.G0, first, second, atLast(list("x", 1L, 2L), list("y", 2L, 1L)));
    assertGood(first, second, atLast(list("x", 1L, 2L), list("y", 1L, 2L)));
  }

  @Test
  void g1c() {
    HistoryTransaction first = ok("T1", 0, 100, append("x", 1), list("y", 2L));
    assertFlagged(Kind.G1C, first, ok("T2", 0, 100, append("y", 2), list("x", 1L)));
    assertGood(first, ok("T2", 0, 100, append("y", 2), list("x")), atLast(list("x", 1L)));
  }

  @Test
  void gSingle() {
    HistoryTransaction writer = ok("T1", 0, 100, append("x", 1), append("y", 1));
    HistoryTransaction last = atLast(list("x", 1L), list("y", 1L));
    assertFlagged(
        Kind.G_SINGLE_READ_SKEW, writer, ok("T2", 0, 100, list("x"), list("y", 1L)), last);
    assertGood(writer, ok("T2", 0, 100, list("x", 1L), list("y", 1L)), last);
    assertGood(writer, ok("T2", 0, 100, list("x"), list("y")), last);
  }

  @Test
  void gSingleOfRegisters() {
    HistoryTransaction first = ok("T1", 0, 100, write("x", 1), write("y", 1));
    HistoryTransaction second = ok("T2", 0, 100, write("x", 2), write("y", 2));
    Map<String, List<Long>> orders = Map.of("x", List.of(1L, 2L), "y", List.of(1L, 2L));
    HistoryTransaction skewed = ok("T3", 0, 100, read("x", 1L), read("y", 2L));
    assertFlagged(Kind.G_SINGLE_READ_SKEW, new History(List.of(first, second, skewed), orders));
    HistoryTransaction straight = ok("T3", 0, 100, read("x", 1L), read("y", 1L));
    assertGood(new History(List.of(first, second, straight), orders));
  }

  @Test
  void lostUpdate() {
    HistoryTransaction first = ok("T1", 0, 100, list("x"), append("x", 1));
    HistoryTransaction last = atLast(list("x", 1L, 2L));
    assertFlagged(Kind.LOST_UPDATE, first, ok("T2", 0, 100, list("x"), append("x", 2)), last);
    assertFlagged(Kind.LOST_UPDATE, first, ok("T2", 0, 100, list("x"), append("x", 2)));
    assertGood(first, ok("T2", 0, 100, list("x", 1L), append("x", 2)), last);
  }

  @Test
  void lostUpdateOfARegisterWithoutAGivenOrder() {
    HistoryTransaction before = ok("T0", 0, 100, write("x", 7));
    HistoryTransaction first = ok("T1", 0, 100, read("x", 7L), write("x", 1));
    assertFlagged(Kind.LOST_UPDATE, before, first, ok("T2", 0, 100, read("x", 7L), write("x", 2)));
    assertGood(before, first, ok("T2", 0, 100, read("x", 1L), write("x", 2)));
    assertFlagged(
        Kind.LOST_UPDATE,
        ok("T1", 0, 100, read("x", null), write("x", 1)),
        ok("T2", 0, 100, read("x", null), write("x", 2)));
  }

  @Test
  void writeSkew() {
    HistoryTransaction first = ok("T1", 0, 100, list("x"), append("y", 1));
    HistoryTransaction last = atLast(list("x", 2L), list("y", 1L));
    assertFlagged(
        Kind.G2_ITEM_WRITE_SKEW, first, ok("T2", 0, 100, list("y"), append("x", 2)), last);
    assertFlagged(Kind.G2_ITEM_WRITE_SKEW, first, ok("T2", 0, 100, list("y"), append("x", 2)));
    assertGood(first, ok("T2", 0, 100, list("y", 1L), append("x", 2)), last);
  }

  @Test
  void writeSkewOverRange() {
    HistoryTransaction first = ok("T1", 0, 100, scanned("x"), scanned("y"), append("y", 1));
    HistoryTransaction last = atLast(list("x", 2L), list("y", 1L));
    assertFlagged(
        Kind.G2_PREDICATE,
        first,
        ok("T2", 0, 100, scanned("x"), scanned("y"), append("x", 2)),
        last);
    assertGood(first, ok("T2", 0, 100, scanned("x"), scanned("y", 1L), append("x", 2)), last);
  }

  @Test
  void longFork() {
    HistoryTransaction x = ok("T1", 0, 100, append("x", 1));
    HistoryTransaction y = ok("T2", 0, 100, append("y", 1));
    HistoryTransaction reader = ok("T3", 0, 100, list("x", 1L), list("y"));
    HistoryTransaction last = atLast(list("x", 1L), list("y", 1L));
    assertFlagged(Kind.LONG_FORK, x, y, reader, ok("T4", 0, 100, list("x"), list("y", 1L)), last);
    assertGood(x, y, reader, ok("T4", 0, 100, list("x", 1L), list("y", 1L)), last);
  }

  @Test
  void staleRead() {
    HistoryTransaction writer = ok("T1", 0, 10, append("x", 1));
    HistoryTransaction last = atLast(list("x", 1L));
    assertFlagged(Kind.STALE_READ, writer, ok("T2", 11, 20, list("x")), last);
    assertGood(writer, ok("T2", 10, 20, list("x")), last);
    assertGood(writer, ok("T2", 11, 20, list("x", 1L)), last);
  }

  @Test
  void staleReadOfRegisterWrittenBlindly() {
    HistoryTransaction first = ok("T1", 0, 10, write("x", 1));
    HistoryTransaction second = ok("T2", 20, 30, write("x", 2));
    assertFlagged(Kind.STALE_READ, first, second, ok("T3", 31, 40, read("x", 1L)));
    assertGood(first, second, ok("T3", 30, 40, read("x", 1L)));
    assertGood(first, second, ok("T3", 31, 40, read("x", 2L)));
  }

  /** The writes overlap, but the reads show which one came first. */
  @Test
  void readsThatTakeTurns() {
    HistoryTransaction first = ok("T1", 0, 10, write("x", 1));
    HistoryTransaction second = ok("T2", 0, 35, write("x", 2));
    HistoryTransaction one = ok("T3", 20, 30, read("x", 1L));
    HistoryTransaction two = ok("T4", 40, 50, read("x", 2L));
    assertFlagged(Kind.LONG_FORK, first, second, one, two, ok("T5", 60, 70, read("x", 1L)));
    assertGood(first, second, one, two, ok("T5", 60, 70, read("x", 2L)));
    assertGood(first, second, one, two, ok("T5", 35, 70, read("x", 1L)));
  }

  /**
   * It has committed by the end of the first reader of its write, and may do so at any time before.
   */
  @Test
  void registerWrittenWithUnknownOutcome() {
    HistoryTransaction first = ok("T1", 0, 10, write("x", 1));
    HistoryTransaction unknown = info("T2", 20, write("x", 2), write("y", 2));
    HistoryTransaction late = ok("T4", 60, 70, read("x", 1L));
    assertGood(first, unknown, late);
    assertGood(first, unknown, ok("T3", 30, 60, read("y", 2L)), late);
    assertFlagged(Kind.STALE_READ, first, unknown, ok("T3", 30, 59, read("y", 2L)), late);
    assertGood(info("T1", 0, write("x", 1)), ok("T2", 20, 30, write("x", 2)), late);
  }

  /** Order by real time makes part of a transaction old. */
  @Test
  void skewOfRegistersWrittenBlindly() {
    HistoryTransaction first = ok("T1", 0, 10, write("x", 1), write("y", 1));
    HistoryTransaction second = ok("T2", 11, 20, write("x", 2), write("y", 2));
    HistoryTransaction skewed = ok("T3", 0, 100, read("x", 1L), read("y", 2L));
    assertFlagged(Kind.G_SINGLE_READ_SKEW, first, second, skewed);
    assertGood(first, second, ok("T3", 0, 100, read("x", 2L), read("y", 2L)));
    assertGood(first, ok("T2", 10, 20, write("x", 2)), ok("T3", 21, 30, read("x", 1L)));
  }

  @Test
  void staleReadOverOtherTransactions() {
    HistoryTransaction x = ok("T1", 0, 10, append("x", 1));
    HistoryTransaction y = ok("T2", 20, 30, append("y", 1));
    HistoryTransaction last = atLast(list("x", 1L), list("y", 1L));
    assertFlagged(Kind.STALE_READ, x, y, ok("T3", 0, 100, list("x"), list("y", 1L)), last);
    assertGood(x, y, ok("T3", 0, 100, list("x", 1L), list("y")), last);
  }

  @Test
  void writesAgainstRealTime() {
    HistoryTransaction first = ok("T1", 0, 10, append("x", 1));
    HistoryTransaction second = ok("T2", 11, 20, append("x", 2));
    assertFlagged(Kind.REAL_TIME_VIOLATION, first, second, atLast(list("x", 2L, 1L)));
    assertGood(first, second, atLast(list("x", 1L, 2L)));
  }

  @Test
  void explanationNamesTransactionsAndKeys() {
    HistoryTransaction writer = ok("T1", 0, 10, append("x", 1));
    List<Anomaly> found = check(writer, ok("T2", 11, 20, list("x")), atLast(list("x", 1L)));
    assertThat(found.get(0).explanation())
        .contains("T2 read x without what T1 wrote: 1 to x")
        .contains("T1 had ended before T2 began");
  }

  private static List<Anomaly> check(HistoryTransaction... transactions) {
    return HistoryChecker.check(new History(List.of(transactions)));
  }

  private static void assertFlagged(Kind kind, HistoryTransaction... transactions) {
    assertThat(check(transactions)).extracting(Anomaly::kind).containsExactly(kind);
  }

  private static void assertFlagged(Kind kind, History history) {
    assertThat(HistoryChecker.check(history)).extracting(Anomaly::kind).containsExactly(kind);
  }

  private static void assertGood(HistoryTransaction... transactions) {
    assertThat(check(transactions)).isEmpty();
  }

  private static void assertGood(History history) {
    assertThat(HistoryChecker.check(history)).isEmpty();
  }
}
