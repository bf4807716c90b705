package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** All rounds of one mode. */
record ModeRow(
    String mode,
    Spread txPerSecond,
    Spread nopm,
    Spread meanMillis,
    Spread p95Millis,
    Spread conflictsPerTx,
    long failures,
    Spread rpcsPerTx,
    Spread rowMutationsPerTx) {

  static List<ModeRow> of(List<ModePoint> points) {
    return points.stream()
        .map(ModePoint::mode)
        .distinct()
        .map(mode -> of(mode, points.stream().filter(point -> point.mode().equals(mode)).toList()))
        .toList();
  }

  private static ModeRow of(String mode, List<ModePoint> rounds) {
    return new ModeRow(
        mode,
        spread(rounds, ModePoint::txPerSecond),
        spread(rounds, ModePoint::nopm),
        spread(rounds, point -> point.millis().mean()),
        spread(rounds, point -> point.millis().p95()),
        spread(rounds, ModePoint::conflictsPerTx),
        rounds.stream().mapToLong(ModePoint::failures).sum(),
        spread(rounds, ModePoint::rpcsPerTx),
        spread(rounds, ModePoint::rowMutationsPerTx));
  }

  private static Spread spread(List<ModePoint> rounds, ToDoubleFunction<ModePoint> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }
}
