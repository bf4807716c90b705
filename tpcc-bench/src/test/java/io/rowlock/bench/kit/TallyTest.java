package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Tally sent(Tally tally) throws IOException {
    return JSON.readValue(JSON.writeValueAsString(tally), Tally.class);
  }

  @Test
  void percentilesOfSeveralProcessesAreThoseOfAllTransactions() throws IOException {
    Tally sum = new Tally();
    for (int process = 0; process < 2; process++) {
      Tally tally = new Tally();
      for (int i = 0; i < 50; i++) {
        tally.committed(process == 0 ? 1_000 : 9_000, i < 40);
      }
      sum.add(sent(tally));
    }
    assertThat(sum.committed()).isEqualTo(100);
    assertThat(sum.committedInTime()).isEqualTo(80);
    assertThat(sum.latencyMicros(50)).isEqualTo(1, within());
    assertThat(sum.latencyMicros(51)).isEqualTo(9, within());
  }

  private static Offset<Double> within() {
    return Offset.offset(0.02);
  }

  @Test
  void firstFailureArrivesAsText() throws IOException {
    Tally tally = new Tally();
    tally.failed(new IOException("no server"));
    tally.failed(new IOException("other"));
    Tally sent = sent(tally);
    assertThat(sent.failed()).isEqualTo(2);
    assertThat(sent.firstFailure()).hasMessageContaining("no server");
    assertThat(sent(new Tally()).firstFailure()).isNull();
  }
}
