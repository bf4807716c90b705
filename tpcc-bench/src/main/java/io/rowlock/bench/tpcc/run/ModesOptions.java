package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.common.collect.Maps;
import org.jspecify.annotations.Nullable;
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
              + " given. Writes modes.json.")
  private List<Mode> modes = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Windows of each mode in turns (default: 8; without --modes: 6).")
  private @Nullable Integer rounds;

  public boolean areGiven() {
    return !modes.isEmpty();
  }

  /** Returns the database of each given mode, which is one for all. */
  public Map<Mode, Layout> on(Layout layout) {
    return Maps.toMap(modes, mode -> layout);
  }

  /** Returns the time of all windows; fails with a usage error if the options are invalid. */
  public long totalSeconds(RunOptions run, long seed) {
    return (areGiven() ? plan(run, seed) : sideBySide(run, seed)).totalSeconds();
  }

  /** Returns the comparison of the modes that are given. */
  ModesPlan plan(RunOptions run, long seed) {
    return Arguments.read(
        command,
        () -> {
          Arguments.require(
              modes.size() >= 2 && new HashSet<>(modes).size() == modes.size(),
              "--modes expects at least two modes, each once");
          return plan(modes, 8, run, seed);
        });
  }

  /** Returns the comparison of Rowlock with plain HBase. */
  ModesPlan sideBySide(RunOptions run, long seed) {
    return Arguments.read(command, () -> plan(List.of(Mode.TX, Mode.RAW_BATCHED), 6, run, seed));
  }

  private ModesPlan plan(List<Mode> all, int usual, RunOptions run, long seed) {
    int count = rounds == null ? usual : rounds;
    Arguments.require(count >= 1, "--rounds must be at least 1, not " + count);
    RunPlan first = run.inTurns(all.get(0), seed);
    int time = (int) (first.stretch().timeMillis() / 1_000);
    Arguments.require(first.stretch().timeMillis() > 0, "Modes in turns need --time, not --count");
    return new ModesPlan(List.copyOf(all), new Rounds(run.turnsSeconds(), time, count), first);
  }

  /** Compares the first mode with the others; all run the same plan in each round. */
  record ModesPlan(List<Mode> modes, Rounds windows, RunPlan run) {
    /** Rounds and times, in words. */
    String course() {
      return "%d rounds of %d s, after %d s of warm-up of each"
          .formatted(windows.count(), windows.timeSeconds(), windows.warmupSeconds());
    }

    /** One mode in a round. */
    RunPlan inRound(Mode mode, int round) {
      return run.of(mode, windows.length(round), run.stretch().seed() + round);
    }

    long totalSeconds() {
      return windows.totalSeconds(modes.size());
    }
  }
}
