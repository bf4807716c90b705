package io.rowlock.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.RandomHistory.Content;
import io.rowlock.history.RandomHistory.Fault;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Histories of a store that runs one transaction after the other are accepted; one mistake is
 * reported.
 */
class RandomHistoriesTest {

  private static final int SEEDS = 300;
  private static final int TRANSACTIONS = 60;
  private static final int LONG = 50_000;

  @ParameterizedTest
  @EnumSource
  void goodOnesPass(Content content) {
    for (long seed = 0; seed < SEEDS; seed++) {
      History history = RandomHistory.good(seed, TRANSACTIONS, content);
      assertThat(HistoryChecker.check(history)).as("seed %d", seed).isEmpty();
      History unordered = new History(history.transactions());
      assertThat(HistoryChecker.check(unordered)).as("seed %d, orders not told", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultInAListIsFound(Fault fault) {
    int planted = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Optional<History> history = RandomHistory.bad(seed, TRANSACTIONS, Content.LISTS, fault);
      if (history.isPresent()) {
        planted++;
        History unordered = new History(history.get().transactions());
        assertThat(HistoryChecker.check(unordered)).as("seed %d", seed).isNotEmpty();
      }
    }
    assertThat(planted).isGreaterThan(SEEDS / 2);
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultIsFoundIfTheStoreGivesTheOrder(Fault fault) {
    for (Content content : Content.values()) {
      for (long seed = 0; seed < SEEDS; seed++) {
        Optional<History> history = RandomHistory.bad(seed, TRANSACTIONS, content, fault);
        if (history.isPresent()) {
          assertThat(HistoryChecker.check(history.get()))
              .as("seed %d of %s", seed, content)
              .isNotEmpty();
        }
      }
    }
  }

  /** Often enough real time shows that a read was old. */
  @Test
  void mostStaleReadsOfRegistersAreFoundWithoutAGivenOrder() {
    int planted = 0;
    int found = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Optional<History> history =
          RandomHistory.bad(seed, TRANSACTIONS, Content.REGISTERS, Fault.STALE);
      if (history.isPresent()) {
        planted++;
        History unordered = new History(history.get().transactions());
        found += HistoryChecker.check(unordered).isEmpty() ? 0 : 1;
      }
    }
    assertThat(found).isGreaterThan(planted / 2);
  }

  @Test
  @Timeout(60)
  void longHistoriesAreJudgedSoon() {
    assertThat(HistoryChecker.check(RandomHistory.good(1, LONG, Content.BOTH))).isEmpty();
    Optional<History> stale = RandomHistory.bad(1, LONG, Content.BOTH, Fault.STALE);
    assertThat(HistoryChecker.check(stale.orElseThrow())).isNotEmpty();
    History registers = RandomHistory.good(1, LONG, Content.REGISTERS);
    assertThat(HistoryChecker.check(new History(registers.transactions()))).isEmpty();
  }
}
