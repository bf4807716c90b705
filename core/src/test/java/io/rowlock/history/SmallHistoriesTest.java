package io.rowlock.history;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Small histories with changes get the verdict that trying every order of their transactions gives.
 */
class SmallHistoriesTest {

  private static final int KNOWN = 30_000;
  private static final int FRESH = 10_000;

  @Test
  void listsAreJudgedAsByEveryOrder() {
    assertSameVerdicts(SmallHistory::lists);
  }

  @Test
  void registersWithAGivenOrderAreJudgedAsByEveryOrder() {
    assertSameVerdicts(SmallHistory::registers);
  }

  private static void assertSameVerdicts(LongFunction<History> histories) {
    long fresh = System.nanoTime();
    int explained = 0;
    for (long seed : seeds(fresh)) {
      History history = histories.apply(seed);
      boolean isExplained = EveryOrder.explains(history);
      List<Anomaly> anomalies = HistoryChecker.check(history);
      assertThat(anomalies.isEmpty())
          .as("seed %d: %s, %s", seed, text(history), anomalies)
          .isEqualTo(isExplained);
      explained += isExplained ? 1 : 0;
    }
    assertThat(explained).isBetween(KNOWN / 10, KNOWN * 9 / 10);
  }

  private static String text(History history) {
    String transactions =
        history.transactions().stream().map(SmallHistoriesTest::text).collect(joining("\n"));
    return "\n" + transactions + "\nfinal orders " + history.finalOrders();
  }

  private static String text(HistoryTransaction transaction) {
    long begin = transaction.beginNanos();
    String end = begin + " to " + transaction.endNanos() + ", " + transaction.outcome();
    return transaction + ", " + end + ": " + transaction.steps();
  }

  private static long[] seeds(long fresh) {
    return LongStream.concat(LongStream.range(0, KNOWN), LongStream.range(fresh, fresh + FRESH))
        .toArray();
  }
}
