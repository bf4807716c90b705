package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.HistogramJson;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.DeliveryLine;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two clients of which one is fast and slow to end, as they arrive from their processes. */
class PortionTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().registerModule(HistogramJson.module());

  /** In microseconds. */
  private static final long FAST = 1_000;

  private static final long SLOW = 9_000;

  private Portion measured;

  @BeforeEach
  void merge() throws IOException {
    Portion fast =
        portion(
            List.of(slice(0, 10, 600, FAST), slice(10, 20, 290, FAST), slice(20, 21, 10, FAST)),
            reading(100, 1_000_000, 3_000_000, 5),
            reading(700, 9_000_000, 7_000_000, 905),
            FAST,
            null);
    Portion slow =
        portion(
            List.of(slice(0, 10, 60, SLOW), slice(10, 12.5, 40, SLOW)),
            reading(2_000, 500_000, 3_500_000, 7),
            reading(2_500, 2_500_000, 8_000_000, 901),
            SLOW,
            "Payment: no server");
    measured = Portion.sum(List.of(sent(slow), sent(fast)));
  }

  private static Portion sent(Portion portion) throws IOException {
    return JSON.readValue(JSON.writeValueAsString(portion), Portion.class);
  }

  @Test
  void countsAddUpAndTheLongestTimeCounts() {
    assertThat(measured.seconds()).isEqualTo(21);
    assertThat(measured.counts().of(Kind.PAYMENT, Event.COMPLETED)).isEqualTo(1_000);
    assertThat(measured.completed()).containsExactly(100L, 900L);
    assertThat(measured.firstFailure()).isEqualTo("Payment: no server");
  }

  /** The mean of the means would be 5 ms, and that of the percentiles as well. */
  @Test
  void latenciesAreThoseOfAllTransactions() {
    Latency latency = Latency.of(measured.micros(Kind.PAYMENT));
    assertThat(latency.count()).isEqualTo(1_000);
    assertThat(latency.mean()).isCloseTo(1.8, within(0.01));
    assertThat(latency.p90()).isCloseTo(1, within(0.01));
    assertThat(latency.p95()).isCloseTo(9, within(0.01));
    assertThat(Histograms.sum(measured.micros().values()).getTotalCount()).isEqualTo(1_000);
  }

  /** What a client did in its last, shorter interval belongs to that of the other one. */
  @Test
  void intervalsAreAddedUpOneByOne() {
    assertThat(measured.intervals())
        .extracting(
            Interval::second,
            Interval::threads,
            Interval::tps,
            interval -> interval.operations().reads())
        .containsExactly(
            tuple(10.0, 4, 66.0, 132.0), tuple(20.0, 4, 33.0, 66.0), tuple(21.0, 2, 10.0, 20.0));
    assertThat(measured.intervals().get(0).latencyMillis()).isCloseTo(9, within(0.01));
    assertThat(measured.intervals().get(2).latencyMillis()).isCloseTo(1, within(0.01));
  }

  @Test
  void requestsOfClientsAreAddedUp() {
    Probe.Reading difference = measured.difference();
    assertThat(difference.rpcs()).isEqualTo(Map.of("point_read", 1_100L));
    assertThat(difference.allRpcs()).isEqualTo(1_100);
    assertThat(difference.rowMutations()).isEqualTo(2_200);
    assertThat(difference.library()).isEqualTo(Map.of("begun", 3_300L));
    assertThat(difference.operations()).isEqualTo(new Operations.Counts(4_400, 1_100, 1_100));
  }

  /** Each client reads these, but there is one database, and one set of servers. */
  @Test
  void whatTheClusterDidCountsOnce() {
    assertThat(measured.difference().nextOrders()).isEqualTo(900);
    assertThat(measured.difference().serverNanos()).isEqualTo(5_000_000);
    assertThat(measured.difference().clientNanos()).isEqualTo(10_000_000);
    assertThat(measured.processes())
        .isEqualTo(new Processes(List.of(100L, 900L), 1e6 / (2 * 820_000.0), 10, 5.0));
  }

  @Test
  void serversWithoutProcessesHaveNoProcessorTime() throws IOException {
    Probe.Reading none = new Probe.Reading(operations(0), Map.of(), 0, Map.of(), 0, 0, null, 0);
    Portion portion = portion(List.of(slice(0, 1, 10, FAST)), none, none, FAST, null);
    Portion both = Portion.sum(List.of(sent(portion), sent(portion)));
    assertThat(both.processes().serverMicros()).isNull();
    assertThat(both.processes().fairness()).isEqualTo(1);
  }

  @Test
  void timesOfRequestsAndPhasesAreThoseOfAll() {
    assertThat(measured.times().classes())
        .filteredOn(one -> one.scope().equals(OperationClass.REQUEST))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.name()).isEqualTo("point_read");
              assertThat(one.latency().count()).isEqualTo(2);
              assertThat(one.latency().mean()).isCloseTo(5, within(0.01));
              assertThat(one.latency().p50()).isCloseTo(1, within(0.01));
            });
    assertThat(measured.times().classes())
        .filteredOn(one -> one.name().equals(OperationClass.TRANSACTION))
        .extracting(OperationClass::type, one -> one.latency().count())
        .containsExactly(tuple("Payment", 4L), tuple(OperationClass.ALL, 4L));
  }

  @Test
  void deliveriesOfAllClientsAreReported() {
    assertThat(measured.deliveries()).extracting(DeliveryLine::w).containsExactly(2, 1, 2, 1);
    Deliveries counts = measured.deliveryCounts();
    assertThat(counts.queued()).isEqualTo(4);
    assertThat(counts.waiting()).isEqualTo(2);
    assertThat(counts.completed()).isEqualTo(2);
    assertThat(counts.failed()).isEqualTo(2);
    assertThat(counts.latency().mean()).isCloseTo(5, within(0.01));
    assertThat(counts.withinLimit()).isEqualTo(2);
    assertThat(counts.skipped()).isEqualTo(2);
    assertThat(counts.skippedDistricts()).isEqualTo(18);
    assertThat(counts.orders()).isEqualTo(2);
  }

  private static Portion portion(
      List<Slice> slices, Probe.Reading before, Probe.Reading after, long micros, String failure)
      throws IOException {
    EventCounts counts =
        slices.stream().map(Slice::events).reduce(EventCounts.none(), EventCounts::plus);
    long completed = counts.of(Event.COMPLETED);
    OperationTimes times = new OperationTimes();
    for (int i = 0; i < 2; i++) {
      var unused = times.time("Payment", Object::new);
    }
    return new Portion(
        1_700_000_000_000L,
        List.of(completed),
        counts,
        slices,
        before,
        after,
        new Probe.Times(Map.of(RpcKind.POINT_READ, histogram(1, micros)), times.take()),
        List.of(
            new DeliveryLine(1_700_000_000_000L, 2, 7, Map.of(3, 3_001L), micros, false),
            new DeliveryLine(1_700_000_020_900L, 1, 8, Map.of(), 200_000, true)),
        failure);
  }

  private static Slice slice(double from, double to, long completed, long micros) {
    return new Slice(
        from,
        to,
        2,
        EventCounts.of(
            (kind, event) -> kind == Kind.PAYMENT && event == Event.COMPLETED ? completed : 0),
        new Operations.Counts(2 * completed, completed, 0),
        Map.of(Kind.PAYMENT, histogram(completed, micros)));
  }

  private static Probe.Reading reading(
      long rpcs, long clientNanos, long serverNanos, long nextOrders) {
    return new Probe.Reading(
        operations(rpcs),
        Map.of("point_read", rpcs),
        2 * rpcs,
        Map.of("begun", 3 * rpcs),
        clientNanos,
        5 * rpcs,
        serverNanos,
        nextOrders);
  }

  private static Operations.Counts operations(long rpcs) {
    return new Operations.Counts(4 * rpcs, rpcs, rpcs);
  }

  private static Histogram histogram(long count, long micros) {
    Histogram histogram = Histograms.empty();
    histogram.recordValueWithCount(micros, count);
    return histogram;
  }
}
