package io.rowlock.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.stress.Call.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Transactions of many threads and processes, which commit together, hand locks over, are cancelled
 * or stopped, through a network that loses, delays and repeats requests: strictly serializable,
 * every committed token is once in each of its rows, no call hangs, and nothing stays behind.
 */
class ThreadsTest {

  private static final int[] REGIONS = {0, 2};

  /** How long every build plays. */
  private static final long SECONDS = Long.getLong("rowlock.threads.seconds", 20);

  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private int rounds;

  @Test
  void transactionsOfManyThreadsAreSerializable() throws Exception {
    playFor(SECONDS);
  }

  @Test
  @Tag("verify-all")
  void transactionsOfManyThreadsAreSerializableForMinutes() throws Exception {
    playFor(TimeUnit.MINUTES.toSeconds(4));
  }

  private void playFor(long seconds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    do {
      for (int regions : REGIONS) {
        play(regions);
      }
    } while (System.nanoTime() < end);
    System.out.printf("rounds of threads: %d, transactions: %s%n", rounds, outcomes);
    assertThat(outcomes.get(Outcome.COMMITTED)).isPositive();
  }

  private void play(int regions) throws Exception {
    try (Round round = new Round(regions)) {
      round.play().forEach((outcome, count) -> outcomes.merge(outcome, count.get(), Integer::sum));
      rounds++;
      assertThat(round.contradictions()).isEmpty();
      assertThat(round.leftovers()).isEmpty();
    }
  }
}
