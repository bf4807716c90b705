package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The rounds of one profile, thread count and mode, taken together. */
record Row(
    Profile profile,
    int threads,
    Mode mode,
    Spread txPerSecond,
    Spread p50Micros,
    Spread p95Micros,
    Spread p99Micros,
    Spread conflictsPerTx,
    Spread failedPerTx,
    Spread rpcsForegroundPerTx,
    Spread rpcsBackgroundPerTx) {

  /** Ordered as the points are, modes in the order of their declaration. */
  static List<Row> of(List<Point> points) {
    Map<Slot, List<Point>> groups =
        points.stream()
            .collect(
                Collectors.groupingBy(
                    point -> group(point.slot()), LinkedHashMap::new, Collectors.toList()));
    return groups.values().stream().map(Row::ofRounds).toList();
  }

  private static Slot group(Slot slot) {
    return new Slot(slot.profile(), slot.mode(), slot.threads(), 0);
  }

  private static Row ofRounds(List<Point> rounds) {
    Slot slot = rounds.get(0).slot();
    return new Row(
        slot.profile(),
        slot.threads(),
        slot.mode(),
        spread(rounds, Point::txPerSecond),
        spread(rounds, Point::p50Micros),
        spread(rounds, Point::p95Micros),
        spread(rounds, Point::p99Micros),
        spread(rounds, Point::conflictsPerTx),
        spread(rounds, Point::failedPerTx),
        spread(rounds, Point::rpcsForegroundPerTx),
        spread(rounds, Point::rpcsBackgroundPerTx));
  }

  private static Spread spread(List<Point> rounds, ToDoubleFunction<Point> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }
}
