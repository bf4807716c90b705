package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.tpcc.access.Mode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * A comparison of modes.
 *
 * @param modes the first is compared with the others
 * @param warmup seconds of each mode, in turns, before the first round
 * @param run what each mode runs in each round
 */
record ModesPlan(List<Mode> modes, int rounds, int warmup, RunPlan run) {
  ModesPlan {
    modes = List.copyOf(modes);
    if (modes.size() < 2 || new HashSet<>(modes).size() < modes.size()) {
      throw new IllegalArgumentException("--modes expects at least two modes, each once");
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("--rounds must be at least 1, not " + rounds);
    }
    if (run.time().isZero()) {
      throw new IllegalArgumentException("--modes needs --time, not --count");
    }
  }

  /** One mode for some seconds, or in a round. */
  RunPlan inRound(Mode mode, int round, Duration time) {
    return run.of(mode, time, run.seed() + round);
  }

  List<Integer> turns() {
    return Rounds.turns(warmup);
  }

  long totalSeconds() {
    return (warmup + rounds * run.time().toSeconds()) * modes.size();
  }
}
