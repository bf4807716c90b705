package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.RpcDelay;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Measured;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.micro.profile.Measurement.Audit;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static final Slot SLOT = new Slot(new Series(Profile.PRACTICAL, Mode.TX, 1), 2, 1);

  private final StringWriter err = new StringWriter();
  private final List<String> disagreements = new ArrayList<>();
  private final Audit audit = new Audit(new PrintWriter(err), disagreements::add);
  private final Plan plan = TestPoints.plan(List.of(Profile.PRACTICAL), List.of(1), null);

  @Test
  void transactionsAreSettledBeforeAndAfterTheWindow() throws IOException {
    FakeWorkload workload = new FakeWorkload(5, null);
    Point<Series> point = measure(workload);
    assertThat(workload.settled).hasValue(2);
    assertThat(point.series()).isEqualTo(SLOT.series());
    assertThat(point.round()).isEqualTo(2);
    assertThat(point.get(Figure.TX_PER_SECOND)).isPositive();
    assertThat(disagreements).isEmpty();
  }

  @Test
  void warmUpTellsItsThroughputAndLeavesNothingBehind() throws IOException {
    FakeWorkload workload = new FakeWorkload(5, null);
    try (RpcDelay rpcs = new RpcDelay()) {
      double txPerSecond = measurement(rpcs, workload).warm(SLOT);
      assertThat(txPerSecond).isBetween(workload.transactions.get() - 1.0, 200.0);
    }
    assertThat(workload.settled).hasValue(2);
  }

  @Test
  void onlyWhatIsMeasuredIsDelayed() throws IOException {
    plan.clients = ClientOptions.processes(1, 10_000);
    try (RpcDelay network = new RpcDelay()) {
      Measurement measurement = measurement(network, new FakeWorkload(5, null));
      var unusedPoint = measurement.measure(SLOT);
      assertThat(network.delay()).isNotDone();
      double unused = measurement.warm(new Slot(SLOT.series(), -1, 1));
      assertThat(network.delay()).isDone();
    }
  }

  @Test
  void countsThatDisagreeAreToldLoudly() throws IOException {
    // The second transaction begins in the middle of the window, the third would after it.
    FakeWorkload workload = new FakeWorkload(520, null);
    workload.counts.add(new LibraryCounts(5, 0, 50, 20));
    workload.counts.add(new LibraryCounts(7, 4, 64, 24));
    Point<Series> point = measure(workload);
    assertThat(point.get(Figure.CONFLICTS_PER_TX)).isEqualTo(2.0);
    assertThat(point.get(Series.RPCS_FOREGROUND_PER_TX)).isEqualTo(7.0);
    assertThat(point.get(Series.RPCS_BACKGROUND_PER_TX)).isEqualTo(2.0);
    assertThat(disagreements)
        .containsExactly(
            "practical, 1 thread, tx, round 2: the library counted 18 RPCs, the RPC client 0");
    assertThat(err.toString()).startsWith("THE COUNTS DISAGREE: ");
  }

  @Test
  void commitsAreComparedToo() {
    Tally tally = new Tally();
    tally.committed(1, true);
    audit.check(SLOT, tally, new LibraryCounts(2, 0, 7, 2), 9);
    assertThat(disagreements)
        .containsExactly(
            "practical, 1 thread, tx, round 2: the library counted 2 commits, the benchmark 1");
  }

  @Test
  void failuresAreByTransactionsBegun() {
    Tally tally = new Tally();
    for (int i = 0; i < 3; i++) {
      tally.committed(1000, true);
    }
    tally.failed(new IOException("conflict"));
    Share share = new Share(tally, Map.of(), Duration.ofMillis(6).toNanos());
    Point<Series> point =
        Measurement.point(
            new Slot(SLOT.series(), 2, 2),
            new Measured(share, null, Duration.ofMillis(3)),
            new LibraryCounts(3, 6, 21, 9),
            6);
    assertThat(point.get(Series.FAILED_PER_TX)).isEqualTo(0.25);
    assertThat(point.get(Figure.TX_PER_SECOND)).isEqualTo(1.5);
    assertThat(point.get(Figure.CONFLICTS_PER_TX)).isEqualTo(2.0);
    assertThat(point.get(Series.RPCS_BACKGROUND_PER_TX)).isEqualTo(1.0);
    assertThat(point.get(Series.LOOKS_PER_SECOND)).isEqualTo(3.0);
    assertThat(point.get(Figure.CLIENT_CPU_MICROS_PER_TX)).isEqualTo(2000.0);
    assertThat(point.get(Figure.SERVER_CPU_MICROS_PER_TX)).isEqualTo(1000.0);
  }

  @Test
  void windowThatFailsEndsTheRun() {
    assertThatThrownBy(() -> measure(new FakeWorkload(1, new IOException("gone"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gone");
  }

  private Point<Series> measure(Workload workload) throws IOException {
    try (RpcDelay rpcs = new RpcDelay()) {
      return measurement(rpcs, workload).measure(SLOT);
    }
  }

  private Measurement measurement(RpcDelay rpcs, Workload workload) {
    ProfileClient client = new ProfileClient(plan, rpcs, mode -> workload, 0);
    return new Measurement(plan, Clients.here(client), null, audit);
  }
}
