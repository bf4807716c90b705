package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import java.io.IOException;
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
  void warmUp() throws IOException {
    List<Integer> turns = plan.rounds.turns();
    for (int turn = 1; turn <= turns.size(); turn++) {
      String group = "warm-up, turn " + turn + "/" + turns.size();
      for (Profile profile : plan.profiles) {
        Map<Mode, Double> figures = new LinkedHashMap<>();
        for (Mode mode : Rounds.order(plan.modes, turn)) {
          Series series = new Series(profile, mode, plan.mostThreads());
          // Rounds are positive: what is measured makes other choices.
          figures.put(mode, warm(new Slot(series, -turn, turns.get(turn - 1)), group));
        }
        progress.show(group + ", " + profile + ": " + Rounds.figures(plan.modes, figures));
      }
    }
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
}
