package io.rowlock.history;

import static io.rowlock.history.Histories.append;
import static io.rowlock.history.Histories.fail;
import static io.rowlock.history.Histories.info;
import static io.rowlock.history.Histories.list;
import static io.rowlock.history.Histories.ok;
import static io.rowlock.history.Histories.read;
import static io.rowlock.history.Histories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.history.Anomaly.Kind;
import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Anomalies that single values show are reported with their names, and the closest correct
 * histories are accepted.
 */
class ValueAnomaliesTest {

  private static final Map<String, List<Long>> NO_ORDERS = Map.of();

  @Test
  void abortedReadOfList() {
    HistoryTransaction reader = ok("T2", 0, 100, list("x", 1L));
    assertFlagged(Kind.G1A_ABORTED_READ, NO_ORDERS, fail("T1", 0, 10, append("x", 1)), reader);
    assertGood(NO_ORDERS, info("T1", 0, append("x", 1)), reader);
  }

  @Test
  void abortedReadOfRegister() {
    HistoryTransaction reader = ok("T2", 0, 100, read("x", 1L));
    assertFlagged(Kind.G1A_ABORTED_READ, NO_ORDERS, fail("T1", 0, 10, write("x", 1)), reader);
    assertGood(NO_ORDERS, info("T1", 0, write("x", 1)), reader);
  }

  @Test
  void failedWriteThatIsThereInTheEnd() {
    Map<String, List<Long>> there = Map.of("x", List.of(1L));
    assertFlagged(Kind.G1A_ABORTED_READ, there, fail("T1", 0, 10, append("x", 1)));
    assertGood(Map.of("x", List.of()), fail("T1", 0, 10, append("x", 1)));
  }

  @Test
  void failedReaderMayHaveSeenAnything() {
    assertGood(NO_ORDERS, fail("T1", 0, 10, append("x", 1)), fail("T2", 0, 100, list("x", 1L)));
  }

  @Test
  void intermediateReadOfList() {
    HistoryTransaction writer = ok("T1", 0, 100, append("x", 1), append("x", 2));
    HistoryTransaction last = ok("T9", 200, 300, list("x", 1L, 2L));
    assertFlagged(
        Kind.G1B_INTERMEDIATE_READ, NO_ORDERS, writer, ok("T2", 0, 100, list("x", 1L)), last);
    assertGood(NO_ORDERS, writer, ok("T2", 0, 100, list("x", 1L, 2L)), last);
  }

  @Test
  void intermediateReadOfRegister() {
    HistoryTransaction writer = ok("T1", 0, 100, write("x", 1), read("x", 1L), write("x", 2));
    assertFlagged(Kind.G1B_INTERMEDIATE_READ, NO_ORDERS, writer, ok("T2", 0, 100, read("x", 1L)));
    assertGood(Map.of("x", List.of(2L)), writer, ok("T2", 0, 100, read("x", 2L)));
    assertFlagged(Kind.G1B_INTERMEDIATE_READ, Map.of("x", List.of(1L, 2L)), writer);
  }

  @Test
  void ownWritesOfListNotSeen() {
    assertFlagged(Kind.INTERNAL, NO_ORDERS, ok("T1", 0, 100, append("x", 1), list("x")));
    assertGood(NO_ORDERS, ok("T1", 0, 100, append("x", 1), list("x", 1L)));
  }

  @Test
  void ownWriteOfRegisterNotSeen() {
    HistoryTransaction before = ok("T0", 0, 10, write("x", 7));
    assertFlagged(Kind.INTERNAL, NO_ORDERS, before, ok("T1", 20, 30, write("x", 1), read("x", 7L)));
    assertGood(NO_ORDERS, before, ok("T1", 20, 30, write("x", 1), read("x", 1L)));
  }

  @Test
  void secondReadDiffers() {
    HistoryTransaction writer = ok("T1", 0, 100, append("x", 1));
    assertFlagged(Kind.INTERNAL, NO_ORDERS, writer, ok("T2", 0, 100, list("x"), list("x", 1L)));
    assertGood(NO_ORDERS, writer, ok("T2", 0, 100, list("x"), list("x")));
    assertFlagged(
        Kind.INTERNAL,
        NO_ORDERS,
        ok("T1", 0, 100, write("y", 1)),
        ok("T2", 0, 100, read("y", null), read("y", 1L)));
  }

  @Test
  void elementTwice() {
    HistoryTransaction writer = ok("T1", 0, 100, append("x", 1));
    assertFlagged(Kind.DUPLICATE_ELEMENT, NO_ORDERS, writer, ok("T2", 0, 100, list("x", 1L, 1L)));
    assertGood(NO_ORDERS, writer, ok("T2", 0, 100, list("x", 1L)));
  }

  @Test
  void oneElementOfTwoWriters() {
    HistoryTransaction writer = ok("T1", 0, 100, append("x", 1));
    assertFlagged(Kind.DUPLICATE_ELEMENT, NO_ORDERS, writer, fail("T2", 0, 100, append("x", 1)));
    assertGood(NO_ORDERS, writer, fail("T2", 0, 100, append("x", 2)));
  }

  @Test
  void incompatibleOrders() {
    HistoryTransaction first = ok("T1", 0, 100, append("x", 1));
    HistoryTransaction second = ok("T2", 0, 100, append("x", 2));
    HistoryTransaction reader = ok("T3", 0, 100, list("x", 1L, 2L));
    HistoryTransaction other = ok("T4", 0, 100, list("x", 2L, 1L));
    assertFlagged(Kind.INCOMPATIBLE_ORDERS, NO_ORDERS, first, second, reader, other);
    HistoryTransaction same = ok("T4", 0, 100, list("x", 1L, 2L));
    assertGood(NO_ORDERS, first, second, reader, same);
  }

  @Test
  void ownAppendsInTheOppositeOrder() {
    HistoryTransaction writer = ok("T1", 0, 10, append("x", 1), append("x", 2));
    HistoryTransaction next = ok("T2", 20, 30, append("x", 3));
    HistoryTransaction reader = ok("T3", 40, 50, list("x", 2L, 1L, 3L));
    assertFlagged(Kind.INCOMPATIBLE_ORDERS, NO_ORDERS, writer, next, reader);
    Map<String, List<Long>> orders = Map.of("x", List.of(2L, 1L, 3L));
    assertFlagged(Kind.INCOMPATIBLE_ORDERS, orders, writer, next);
    assertGood(NO_ORDERS, writer, next, ok("T3", 40, 50, list("x", 1L, 2L, 3L)));
  }

  @Test
  void ownAppendReadBeforeItIsMade() {
    assertFlagged(Kind.INTERNAL, NO_ORDERS, ok("T1", 0, 10, list("x", 1L), append("x", 1)));
    assertGood(NO_ORDERS, ok("T1", 0, 10, list("x"), append("x", 1)));
    HistoryTransaction between = ok("T1", 0, 9, append("x", 1), list("x", 2L, 1L), append("x", 2));
    assertThat(check(NO_ORDERS, between)).extracting(Anomaly::kind).contains(Kind.INTERNAL);
  }

  @Test
  void lostWriteThatTheStoreDoesNotHave() {
    HistoryTransaction writer = ok("T1", 0, 10, write("x", 1));
    HistoryTransaction next = ok("T2", 20, 30, write("x", 2));
    assertFlagged(Kind.LOST_WRITE, Map.of("x", List.of(2L)), writer, next);
    assertGood(Map.of("x", List.of(1L, 2L)), writer, next);
  }

  @Test
  void lostWriteThatNoReadShows() {
    HistoryTransaction writer = ok("T1", 0, 10, append("x", 1));
    assertFlagged(Kind.LOST_WRITE, NO_ORDERS, writer, ok("T2", 11, 20, list("x")));
    assertGood(NO_ORDERS, writer, ok("T2", 9, 20, list("x")));
  }

  @Test
  void valueFromNowhere() {
    assertFlagged(Kind.PHANTOM_VALUE, NO_ORDERS, ok("T1", 0, 10, list("x", 5L)));
    assertFlagged(Kind.PHANTOM_VALUE, NO_ORDERS, ok("T1", 0, 10, read("x", 5L)));
    assertGood(NO_ORDERS, ok("T1", 0, 10, list("x"), read("y", null)));
  }

  @Test
  void halfOfAnUnknownTransactionIsThere() {
    HistoryTransaction writer = info("T1", 0, append("x", 1), append("y", 1));
    assertFlagged(Kind.TORN, Map.of("x", List.of(1L), "y", List.of()), writer);
    assertGood(Map.of("x", List.of(1L), "y", List.of(1L)), writer);
    assertGood(Map.of("x", List.of(), "y", List.of()), writer);
  }

  @Test
  void halfOfACommittedTransactionIsThere() {
    HistoryTransaction writer = ok("T1", 0, 10, write("x", 1), write("y", 1));
    assertFlagged(Kind.TORN, Map.of("x", List.of(1L), "y", List.of()), writer);
    assertGood(Map.of("x", List.of(1L), "y", List.of(1L)), writer);
  }

  @Test
  void unknownTransactionMayCommitAfterItsEnd() {
    HistoryTransaction unknown = info("T1", 0, append("x", 1));
    HistoryTransaction missed = ok("T2", 50, 60, list("x"));
    assertGood(NO_ORDERS, unknown, missed, ok("T3", 70, 80, list("x", 1L)));
    assertFlagged(
        Kind.STALE_READ,
        NO_ORDERS,
        unknown,
        ok("T3", 20, 30, list("x", 1L)),
        ok("T2", 50, 60, list("x")));
  }

  @Test
  void endOfAnUnknownTransactionOrdersNothing() {
    List<Step> steps = List.of(append("x", 1));
    HistoryTransaction unknown = new HistoryTransaction("T1", 1, 0, 10, Outcome.INFO, steps);
    HistoryTransaction missed = ok("T2", 50, 60, list("x"));
    assertGood(NO_ORDERS, unknown, missed, ok("T3", 70, 80, list("x", 1L)));
  }

  @Test
  void whatAnUnknownTransactionReadCountsOnceItsWriteIsSeen() {
    HistoryTransaction first = info("T1", 0, append("x", 1));
    HistoryTransaction second = info("T2", 0, list("x", 1L), append("y", 1));
    HistoryTransaction missed = ok("T3", 50, 60, list("y", 1L), list("x"));
    assertFlagged(Kind.G_SINGLE_READ_SKEW, NO_ORDERS, first, second, missed);
    assertGood(NO_ORDERS, first, second, ok("T3", 50, 60, list("y"), list("x")));
  }

  @Test
  void keyOfTwoKindsIsRefused() {
    HistoryTransaction both = ok("T1", 0, 10, append("x", 1), read("x", 1L));
    assertThatThrownBy(() -> check(NO_ORDERS, both)).hasMessageContaining("key x is both");
  }

  private static List<Anomaly> check(
      Map<String, List<Long>> finalOrders, HistoryTransaction... transactions) {
    return HistoryChecker.check(new History(List.of(transactions), finalOrders));
  }

  private static void assertFlagged(
      Kind kind, Map<String, List<Long>> finalOrders, HistoryTransaction... transactions) {
    assertThat(check(finalOrders, transactions)).extracting(Anomaly::kind).containsExactly(kind);
  }

  private static void assertGood(
      Map<String, List<Long>> finalOrders, HistoryTransaction... transactions) {
    assertThat(check(finalOrders, transactions)).isEmpty();
  }
}
