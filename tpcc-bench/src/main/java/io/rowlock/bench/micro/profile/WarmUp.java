package io.rowlock.bench.micro.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What comes before the first measured window. The JVM compiles what client and servers run, which
 * takes it minutes, so all profiles and modes take turns: each is compiled in view of the others.
 */
final class WarmUp {
  private final Plan plan;
  private final Workloads workloads;
  private final Measurement measurement;
  private final Progress progress;
  private final Map<Profile, Map<Mode, List<Double>>> txPerSecond = new EnumMap<>(Profile.class);

  WarmUp(Plan plan, Workloads workloads, Measurement measurement, Progress progress) {
    this.plan = plan;
    this.workloads = workloads;
    this.measurement = measurement;
    this.progress = progress;
  }

  /** How it went, for every profile and mode; empty when there is none. */
  List<Warming> run() throws IOException {
    List<Integer> turns = plan.warmupTurns();
    for (int turn = 1; turn <= turns.size(); turn++) {
      for (Profile profile : plan.profiles()) {
        for (Mode mode : Rounds.order(plan.modes(), turn)) {
          warm(profile, mode, turn, turns.get(turn - 1));
        }
      }
    }
    return warmings();
  }

  private void warm(Profile profile, Mode mode, int turn, int seconds) throws IOException {
    Slot slot = new Slot(new Series(profile, mode, plan.mostThreads()), turn);
    String group = "warm-up, turn " + turn + "/" + plan.warmupTurns().size();
    progress.begin(group, slot + ", " + group);
    txPerSecond
        .computeIfAbsent(profile, key -> new EnumMap<>(Mode.class))
        .computeIfAbsent(mode, key -> new ArrayList<>())
        .add(measurement.warm(slot, seconds, workloads.of(mode)));
    progress.end(seconds);
  }

  private List<Warming> warmings() {
    List<Warming> warmings = new ArrayList<>();
    txPerSecond.forEach(
        (profile, modes) ->
            modes.forEach((mode, turns) -> warmings.add(new Warming(profile, mode, turns))));
    return List.copyOf(warmings);
  }

  /**
   * How the throughput of one profile and mode went while the JVM was warmed.
   *
   * @param txPerSecond in each turn
   */
  record Warming(Profile profile, Mode mode, List<Double> txPerSecond) {
    private static final double SETTLED_AT_MOST = 1.15;

    Warming {
      txPerSecond = List.copyOf(txPerSecond);
    }

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

    /** For people. */
    String verdict() {
      if (txPerSecond.size() == 1) {
        return "one turn only";
      }
      return stillRising() ? "still rising" : "settled";
    }
  }
}
