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

/** The options for a comparison of modes in turns; a {@link Mixin} of {@code bench tpcc}. */
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
              + " here: 25 s of each, in turns). Deliveries are inline unless --delivery is"
              + " given. Writes modes.json and modes.csv.")
  private List<Mode> modes = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "With --modes: windows of each (default: ${DEFAULT-VALUE}).")
  private int rounds = 8;

  public boolean areGiven() {
    return !modes.isEmpty();
  }

  /** Fails with a usage error if the options are invalid. */
  public void check(RunOptions run, long seed) {
    if (areGiven()) {
      var unused = plan(run, seed);
    }
  }

  /** Returns the comparison; the options must name modes. */
  ModesPlan plan(RunOptions run, long seed) {
    return Arguments.read(
        command,
        () -> {
          Arguments.require(
              modes.size() >= 2 && new HashSet<>(modes).size() == modes.size(),
              "--modes expects at least two modes, each once");
          Arguments.require(rounds >= 1, "--rounds must be at least 1, not " + rounds);
          RunPlan first = run.inTurns(modes.get(0), seed);
          Arguments.require(!first.time().isZero(), "--modes needs --time, not --count");
          int time = (int) first.time().toSeconds();
          return new ModesPlan(
              List.copyOf(modes), new Rounds(run.turnsSeconds(), time, rounds), first);
        });
  }

  /** Compares the first mode with the others; all run the same plan in each round. */
  record ModesPlan(List<Mode> modes, Rounds windows, RunPlan run) {
    /** One mode in a round. */
    RunPlan inRound(Mode mode, int round) {
      return run.of(mode, windows.length(round), run.seed() + round);
    }

    long totalSeconds() {
      return windows.totalSeconds(modes.size());
    }
  }
}
