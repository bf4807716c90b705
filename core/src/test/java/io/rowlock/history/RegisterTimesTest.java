package io.rowlock.history;

import static io.rowlock.history.Histories.read;
import static io.rowlock.history.Histories.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Small histories of registers without a given order are judged as by trying every order. */
class RegisterTimesTest {

  private static final int HISTORIES = 30_000;

  private final SplittableRandom random = new SplittableRandom(17);

  @Test
  void whatSomeOrderExplainsPasses() {
    int explained = 0;
    for (int i = 0; i < HISTORIES; i++) {
      History history = random(2 + random.nextInt(4), 2, 2);
      if (EveryOrder.explains(history)) {
        explained++;
        assertThat(HistoryChecker.check(history)).as("%s", history).isEmpty();
      }
    }
    assertThat(explained).isBetween(HISTORIES / 10, HISTORIES);
  }

  /** For one register, and one read or write at a time, real time shows everything. */
  @Test
  void whatNoOrderExplainsIsFlaggedOnOneRegister() {
    int explained = 0;
    for (int i = 0; i < HISTORIES; i++) {
      History history = random(2 + random.nextInt(5), 1, 1);
      boolean isExplained = EveryOrder.explains(history);
      explained += isExplained ? 1 : 0;
      assertThat(HistoryChecker.check(history).isEmpty()).as("%s", history).isEqualTo(isExplained);
    }
    assertThat(explained).isBetween(HISTORIES / 10, HISTORIES * 9 / 10);
  }

  /** Each value is written once; reads are guessed. */
  private History random(int count, int keys, int mostSteps) {
    List<HistoryTransaction> transactions = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      long begin = random.nextInt(30);
      boolean isKnown = random.nextInt(5) > 0;
      transactions.add(
          new HistoryTransaction(
              "T" + number,
              number,
              begin,
              isKnown ? begin + 1 + random.nextInt(12) : Long.MAX_VALUE,
              isKnown ? Outcome.OK : Outcome.INFO,
              steps(number, count, isKnown, keys, 1 + random.nextInt(mostSteps))));
    }
    return new History(transactions);
  }

  /** Reads of a transaction without an outcome are not known. */
  private List<Step> steps(int number, int count, boolean mayRead, int keys, int size) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      String key = Integer.toString(random.nextInt(keys));
      steps.add(
          mayRead && random.nextBoolean()
              ? read(key, random.nextInt(6) == 0 ? null : value(random.nextInt(count), key, 0))
              : write(key, value(number, key, i)));
    }
    return steps;
  }

  private static Long value(int number, String key, int step) {
    return 100L * step + 10L * number + Long.parseLong(key);
  }
}
