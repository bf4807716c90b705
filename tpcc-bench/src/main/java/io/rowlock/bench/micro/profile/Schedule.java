package io.rowlock.bench.micro.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of all windows. First comes the warm-up: the JVM compiles what client and servers run
 * for minutes, so all profiles and modes take turns, and each is compiled in view of the others.
 * Then, for every profile and thread count, each mode settles, and every round runs each mode once,
 * in the order of {@link Rounds}.
 */
record Schedule(Plan plan, Measurement measurement, Progress progress) {
  /** Returns one for every profile and mode; empty without a warm-up. */
  List<Warming> warmUp() throws IOException {
    List<Integer> turns = plan.rounds.turns();
    Map<Series, List<Double>> txPerSecond = new LinkedHashMap<>();
    for (int turn = 1; turn <= turns.size(); turn++) {
      String group = "warm-up, turn " + turn + "/" + turns.size();
      for (Profile profile : plan.profiles) {
        for (Mode mode : Rounds.order(plan.modes, turn)) {
          Series series = new Series(profile, mode, plan.mostThreads());
          // Rounds are positive: what is measured makes other choices.
          Slot slot = new Slot(series, -turn, turns.get(turn - 1));
          txPerSecond.computeIfAbsent(series, any -> new ArrayList<>()).add(warm(slot, group));
        }
      }
    }
    return txPerSecond.entrySet().stream()
        .map(one -> new Warming(one.getKey().profile(), one.getKey().mode(), one.getValue()))
        .toList();
  }

  private double warm(Slot slot, String group) throws IOException {
    progress.begin(group, slot + ", " + group);
    double txPerSecond = measurement.warm(slot);
    progress.end(slot.seconds());
    return txPerSecond;
  }

  Points<Series> measure() throws IOException {
    List<Point<Series>> points = new ArrayList<>();
    for (Profile profile : plan.profiles) {
      for (int threads : plan.threads) {
        List<Series> group =
            plan.modes.stream().map(mode -> new Series(profile, mode, threads)).toList();
        if (plan.settlingSeconds() > 0) {
          for (Series series : group) {
            var unused = warm(new Slot(series, 0, plan.settlingSeconds()), series.group());
          }
        }
        for (int round = 1; round <= plan.rounds.count(); round++) {
          for (Series series : Rounds.order(group, round)) {
            points.add(measure(new Slot(series, round, plan.rounds.timeSeconds())));
          }
        }
      }
    }
    return new Points<>(points);
  }

  private Point<Series> measure(Slot slot) throws IOException {
    progress.begin(
        slot.series().group(), slot + ", round " + slot.round() + "/" + plan.rounds.count());
    Point<Series> point = measurement.measure(slot);
    progress.end(plan.rounds.timeSeconds());
    return point;
  }

  /** The throughput of one profile and mode in each turn of the warm-up. */
  record Warming(Profile profile, Mode mode, List<Double> txPerSecond) {
    private static final double SETTLED_AT_MOST = 1.15;

    double first() {
      return txPerSecond.get(0);
    }

    double last() {
      return txPerSecond.get(txPerSecond.size() - 1);
    }

    /** Whether the last turn was much faster than the one before: the warm-up was too short. */
    @JsonProperty
    boolean stillRising() {
      return txPerSecond.size() > 1
          && last() > SETTLED_AT_MOST * txPerSecond.get(txPerSecond.size() - 2);
    }

    /** A line for users. */
    String summary() {
      return "%s %s: %.1f tx/s first, %.1f last, %s"
          .formatted(profile, mode, first(), last(), verdict());
    }

    /** The text for users. */
    String verdict() {
      if (txPerSecond.size() == 1) {
        return "one turn only";
      }
      return stillRising() ? "still rising" : "settled";
    }
  }
}
