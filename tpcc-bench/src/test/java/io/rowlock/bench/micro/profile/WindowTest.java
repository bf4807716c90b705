package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {
  private static final Operations OPERATIONS = new Operations(Profile.PRACTICAL);
  private static final RowChooser ROWS = new RowChooser(8, null, 0, 1);

  @Test
  void countsWhatWasBegunAndWhatEndedInTime() throws IOException {
    FakeWorkload workload = new FakeWorkload(30, null);
    Tally tally = new Window(3, Duration.ofMillis(500), 1).run(workload, OPERATIONS, ROWS);
    assertThat(tally.committed()).isEqualTo(workload.transactions.get()).isGreaterThan(3);
    // The last transaction of a thread began in the window, and mostly ended after it.
    assertThat(tally.committedInTime()).isBetween(tally.committed() - 3, tally.committed());
    assertThat(tally.latencyMicros(50)).isGreaterThan(29_000);
    assertThat(workload.openSessions).hasValue(0);
  }

  @Test
  void transactionLongerThanTheWindowCountsButNotAsThroughput() throws IOException {
    Tally tally =
        new Window(2, Duration.ofMillis(300), 1).run(new FakeWorkload(400, null), OPERATIONS, ROWS);
    assertThat(tally.committed()).isEqualTo(2);
    assertThat(tally.committedInTime()).isZero();
  }

  @Test
  void failureThatIsNoTransactionsEndsTheRun() {
    FakeWorkload workload = new FakeWorkload(1, new IOException("no such server"));
    assertThatThrownBy(
            () -> new Window(2, Duration.ofSeconds(60), 1).run(workload, OPERATIONS, ROWS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no such server");
    assertThat(workload.openSessions).hasValue(0);
  }

  @Test
  void talliesAddUp() {
    Tally sum = new Tally();
    Tally first = new Tally();
    first.committed(1_000_000, true);
    first.failed(new IOException("first"));
    Tally second = new Tally();
    second.committed(3_000_000, false);
    second.failed(new IOException("second"));
    sum.add(first);
    sum.add(second);
    assertThat(sum.committed()).isEqualTo(2);
    assertThat(sum.committedInTime()).isEqualTo(1);
    assertThat(sum.failed()).isEqualTo(2);
    assertThat(sum.firstFailure()).hasMessage("first");
    assertThat(sum.latencyMicros(99)).isBetween(2_990.0, 3_010.0);
  }
}
