package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void jsonKeepsEverything() throws IOException {
    Tally tally = new Tally();
    for (int millis = 1; millis <= 100; millis++) {
      tally.committed(millis * 1_000_000L, millis <= 90);
    }
    tally.failed(new IOException("the first"));
    tally.failed(new IOException("the second"));
    Tally copy = copy(tally);
    assertThat(copy.committed()).isEqualTo(100);
    assertThat(copy.committedInTime()).isEqualTo(90);
    assertThat(copy.failed()).isEqualTo(2);
    assertThat(copy.firstFailure()).hasMessageContaining("the first");
    for (double percentile : new double[] {0, 50, 95, 99, 100}) {
      assertThat(copy.latencyMicros(percentile)).isEqualTo(tally.latencyMicros(percentile));
    }
  }

  @Test
  void percentilesOfASumAreThoseOfAllTransactions() throws IOException {
    Tally fast = new Tally();
    for (int i = 0; i < 900; i++) {
      fast.committed(1_000_000, true);
    }
    Tally slow = new Tally();
    for (int i = 0; i < 100; i++) {
      slow.committed(50_000_000, true);
    }
    Tally sum = Tally.sum(copy(fast), copy(slow));
    assertThat(sum.committedInTime()).isEqualTo(1_000);
    assertThat(sum.latencyMicros(50)).isBetween(999.0, 1_001.0);
    // The mean of the two p95 would be 25 ms.
    assertThat(sum.latencyMicros(95)).isBetween(49_900.0, 50_100.0);
    assertThat(sum.firstFailure()).isNull();
  }

  @Test
  void tallyWithoutTransactionsIsATally() throws IOException {
    assertThat(copy(new Tally()).committed()).isZero();
    assertThat(copy(new Tally()).latencyMicros(99)).isZero();
  }

  private static Tally copy(Tally tally) throws IOException {
    return MAPPER.readValue(MAPPER.writeValueAsString(tally), Tally.class);
  }
}
