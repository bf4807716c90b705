package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.DeliveryLine;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.RunResult.Constraint;
import io.rowlock.bench.tpcc.report.RunResult.Constraint.Verdict;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Verdicts on runs that no run has had. */
class ConstraintsTest {
  private final Map<Kind, Map<Event, Long>> counts = new EnumMap<>(Kind.class);
  private final Map<Kind, Histogram> histograms = new EnumMap<>(Kind.class);
  private final List<DeliveryLine> deliveries = new ArrayList<>();

  @Test
  void sharesOfTheMix() {
    completed(10_000, 10_000, 1_000, 1_000, 1_000);
    assertThat(verdict("Payment")).isEqualTo(Verdict.OK);
    assertThat(verdict("Stock-Level")).isEqualTo(Verdict.OK);
    completed(20_000, 10_000, 1_000, 1_000, 1_000);
    assertThat(verdict("Payment")).isEqualTo(Verdict.NG);
    // Just below, by chance or not.
    completed(11, 9, 1, 0, 1);
    assertThat(verdict("Payment")).isEqualTo(Verdict.TOO_FEW);
    assertThat(verdict("Delivery")).isEqualTo(Verdict.TOO_FEW);
  }

  @Test
  void windowsNeedSamples() {
    completed(100_000, 20_000, 3_000, 1, 1);
    count(Kind.NEW_ORDER, Event.ROLLED_BACK, 1_000);
    count(Kind.PAYMENT, Event.BY_NAME, 12_000);
    count(Kind.PAYMENT, Event.REMOTE, 3_500);
    count(Kind.ORDER_STATUS, Event.BY_NAME, 1_800);
    assertThat(verdict("rolled back New-Orders")).isEqualTo(Verdict.OK);
    assertThat(verdict("Payment by last name")).isEqualTo(Verdict.OK);
    assertThat(verdict("remote Payments")).isEqualTo(Verdict.NG);
    assertThat(verdict("Order-Status by last name")).isEqualTo(Verdict.OK);
    completed(1_000, 1_000, 100, 1, 1);
    count(Kind.NEW_ORDER, Event.ROLLED_BACK, 12);
    count(Kind.PAYMENT, Event.BY_NAME, 990);
    assertThat(verdict("rolled back New-Orders")).isEqualTo(Verdict.TOO_FEW);
    // Few samples are enough where it is this wrong.
    assertThat(verdict("Payment by last name")).isEqualTo(Verdict.NG);
  }

  @Test
  void linesOfAnOrder() {
    completed(1_000, 1, 1, 1, 1);
    count(Kind.NEW_ORDER, Event.LINES, 10_100);
    assertThat(verdict("lines of an order")).isEqualTo(Verdict.OK);
    count(Kind.NEW_ORDER, Event.LINES, 12_000);
    assertThat(verdict("lines of an order")).isEqualTo(Verdict.NG);
  }

  @Test
  void whatTheRunDoesNotHaveIsNotJudged() {
    completed(10, 10, 1, 1, 1);
    List<Constraint> one = Constraints.of(InputRules.SPEC, 1, measured());
    assertThat(one)
        .filteredOn(constraint -> constraint.verdict() == Verdict.NOT_APPLICABLE)
        .extracting(Constraint::what)
        .containsExactly("remote order lines", "remote Payments");
    List<Constraint> warp = Constraints.of(InputRules.WARP, 2, measured());
    assertThat(warp)
        .filteredOn(constraint -> constraint.verdict() == Verdict.NOT_APPLICABLE)
        .extracting(Constraint::what)
        .contains("lines of an order", "Payment by last name");
  }

  @Test
  void nineOfTenAnswersInTime() {
    Histogram micros = Histograms.empty();
    micros.recordValueWithCount(1_000, 89);
    micros.recordValueWithCount(6_000_000, 11);
    histograms.put(Kind.NEW_ORDER, micros);
    histograms.put(Kind.STOCK_LEVEL, micros);
    completed(100, 0, 0, 0, 100);
    assertThat(all())
        .filteredOn(constraint -> constraint.bound().endsWith(" s") && constraint.samples() > 0)
        .filteredOn(constraint -> constraint.group().startsWith("response"))
        .extracting(Constraint::what, Constraint::verdict)
        .containsExactly(tuple("New-Order", Verdict.NG), tuple("Stock-Level", Verdict.OK));
  }

  @Test
  void deliveries() {
    completed(10, 10, 1, 1, 1);
    deliveries(200, 0, 2);
    assertThat(verdict("executed in time")).isEqualTo(Verdict.OK);
    assertThat(verdict("that skipped a district")).isEqualTo(Verdict.OK);
    deliveries(100, 100, 3);
    assertThat(verdict("executed in time")).isEqualTo(Verdict.NG);
    assertThat(verdict("that skipped a district")).isEqualTo(Verdict.NG);
  }

  private void deliveries(int inTime, int late, int skipped) {
    Map<Integer, Long> all =
        IntStream.rangeClosed(1, 10).boxed().collect(Collectors.toMap(d -> d, d -> 3_001L));
    deliveries.clear();
    for (int i = 0; i < inTime + late; i++) {
      Map<Integer, Long> orders = i < skipped ? Map.of() : all;
      long micros = i < inTime ? 80_000_000 : 80_000_001;
      deliveries.add(new DeliveryLine(0, 1, 1, orders, micros, false));
    }
  }

  private void completed(long... ofKinds) {
    counts.clear();
    int next = 0;
    for (Kind kind : Kind.values()) {
      count(kind, Event.COMPLETED, ofKinds[next++]);
    }
  }

  private void count(Kind kind, Event event, long count) {
    counts.computeIfAbsent(kind, any -> new EnumMap<>(Event.class)).put(event, count);
  }

  private Verdict verdict(String what) {
    return all().stream()
        .filter(constraint -> constraint.what().equals(what))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  private List<Constraint> all() {
    return Constraints.of(InputRules.SPEC, 2, measured());
  }

  private Portion measured() {
    EventCounts events =
        EventCounts.of(
            (kind, event) -> counts.getOrDefault(kind, Map.of()).getOrDefault(event, 0L));
    Operations.Counts none = new Operations.Counts(0, 0, 0);
    Probe.Reading reading = new Probe.Reading(none, Map.of(), 0, Map.of(), 0, 0, null, 0);
    return new Portion(
        0,
        List.of(),
        events,
        List.of(new Slice(0, 10, 1, events, none, histograms)),
        reading,
        reading,
        new Probe.Times(Map.of(), Map.of()),
        deliveries,
        null);
  }
}
