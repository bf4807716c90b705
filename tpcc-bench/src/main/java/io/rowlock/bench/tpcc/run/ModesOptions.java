package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.tpcc.access.Mode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A comparison of modes in turns; a {@link Mixin} of {@code bench tpcc}. */
public final class ModesOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--modes",
      paramLabel = "NAME",
      split = ",",
      description =
          "Compare the first of these modes with the others: all take turns on the same data, with"
              + " the same inputs, in windows of --time (default here: 5 s) after --warmup (default"
              + " here: 25 s of each, in turns). Deliveries are inline unless --delivery says"
              + " otherwise. Writes modes.json and modes.csv.")
  private List<Mode> modes = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "8",
      description = "With --modes: windows of each (default: ${DEFAULT-VALUE}).")
  private int rounds;

  public boolean areGiven() {
    return !modes.isEmpty();
  }

  /** Refuses what is wrong, as a usage error. */
  public void check(RunOptions run, long seed) {
    if (areGiven()) {
      var unused = plan(run, seed);
    }
  }

  /** To be asked for when there are modes. */
  ModesPlan plan(RunOptions run, long seed) {
    return Arguments.read(
        command,
        () -> new ModesPlan(modes, rounds, run.turnsSeconds(), run.inTurns(modes.get(0), seed)));
  }

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
      Arguments.require(
          modes.size() >= 2 && new HashSet<>(modes).size() == modes.size(),
          "--modes expects at least two modes, each once");
      Arguments.require(rounds >= 1, "--rounds must be at least 1, not " + rounds);
      Arguments.require(!run.time().isZero(), "--modes needs --time, not --count");
    }

    /** Rounds up to 0 are turns of the warm-up. */
    Rounds windows() {
      return new Rounds(warmup, (int) run.time().toSeconds(), rounds);
    }

    /** One mode in a round. */
    RunPlan inRound(Mode mode, int round) {
      return run.of(mode, windows().length(round), run.seed() + round);
    }

    long totalSeconds() {
      return windows().totalSeconds(modes.size());
    }
  }
}
