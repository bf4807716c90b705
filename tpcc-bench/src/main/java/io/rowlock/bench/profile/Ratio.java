package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Rowlock's transactions against another mode, round by round. */
record Ratio(Profile profile, int threads, Mode over, Spread txPerSecond, Spread p50Micros) {
  private static final List<Mode> OTHERS =
      Arrays.stream(Mode.values()).filter(mode -> mode != Mode.TX).toList();

  /** For every profile and thread count, where both sides were measured. */
  static List<Ratio> of(List<Point> points) {
    Map<Slot, Point> bySlot =
        points.stream().collect(Collectors.toMap(Point::slot, point -> point));
    List<Ratio> ratios = new ArrayList<>();
    for (Slot slot : points.stream().map(Point::slot).filter(Ratio::isFirstOfTx).toList()) {
      for (Mode over : OTHERS) {
        List<Pair> pairs = pairs(slot, over, bySlot);
        if (!pairs.isEmpty()) {
          ratios.add(of(slot, over, pairs));
        }
      }
    }
    return List.copyOf(ratios);
  }

  private static boolean isFirstOfTx(Slot slot) {
    return slot.mode() == Mode.TX && slot.round() == 1;
  }

  private static List<Pair> pairs(Slot first, Mode over, Map<Slot, Point> bySlot) {
    List<Pair> pairs = new ArrayList<>();
    for (int round = 1; ; round++) {
      Point tx = bySlot.get(new Slot(first.profile(), Mode.TX, first.threads(), round));
      Point other = bySlot.get(new Slot(first.profile(), over, first.threads(), round));
      if (tx == null || other == null) {
        return pairs;
      }
      pairs.add(new Pair(tx, other));
    }
  }

  private static Ratio of(Slot slot, Mode over, List<Pair> pairs) {
    return new Ratio(
        slot.profile(),
        slot.threads(),
        over,
        Spread.of(pairs.stream().map(pair -> pair.ratio(Point::txPerSecond)).toList()),
        Spread.of(pairs.stream().map(pair -> pair.ratio(Point::p50Micros)).toList()));
  }

  /** Two points of one round. */
  private record Pair(Point tx, Point other) {
    double ratio(ToDoubleFunction<Point> value) {
      return value.applyAsDouble(tx) / value.applyAsDouble(other);
    }
  }
}
