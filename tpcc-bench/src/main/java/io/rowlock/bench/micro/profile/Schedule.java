package io.rowlock.bench.micro.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
        Map<Mode, Double> figures = new LinkedHashMap<>();
        for (Mode mode : Rounds.order(plan.modes, turn)) {
          Series series = new Series(profile, mode, plan.mostThreads());
          // Rounds are positive: what is measured makes other choices.
          double each = warm(new Slot(series, -turn, turns.get(turn - 1)), group);
          figures.put(mode, each);
          txPerSecond.computeIfAbsent(series, any -> new ArrayList<>()).add(each);
        }
        progress.show(group + ", " + profile + ": " + Rounds.figures(plan.modes, figures));
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

  /** Hands each point on as soon as it is measured. */
  void measure(Consumer<Point<Series>> points) throws IOException {
    for (Profile profile : plan.profiles) {
      for (int threads : plan.threads) {
        for (Mode mode : plan.settlingSeconds() > 0 ? plan.modes : List.<Mode>of()) {
          Series series = new Series(profile, mode, threads);
          var unused = warm(new Slot(series, 0, plan.settlingSeconds()), series.group());
        }
        for (int round = 1; round <= plan.rounds.count(); round++) {
          measure(profile, threads, round, points);
        }
      }
    }
  }

  private void measure(Profile profile, int threads, int round, Consumer<Point<Series>> points)
      throws IOException {
    String name = "round " + round + "/" + plan.rounds.count();
    Map<Mode, Double> figures = new LinkedHashMap<>();
    for (Mode mode : Rounds.order(plan.modes, round)) {
      Slot slot = new Slot(new Series(profile, mode, threads), round, plan.rounds.timeSeconds());
      progress.begin(slot.series().group(), slot + ", " + name);
      Point<Series> point = measurement.measure(slot);
      points.accept(point);
      figures.put(mode, point.get(Figure.TX_PER_SECOND));
      progress.end(slot.seconds());
    }
    String group = new Series(profile, Mode.TX, threads).group();
    progress.show(group + ", " + name + ": " + Rounds.figures(plan.modes, figures));
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
