package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.report.Settings.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What is to be run: the user's options, for one mode. */
record RunPlan(RunOptions options, Stretch stretch) {
  private static final double MILLIS = 1_000;

  /** Identifies these dice among the dice of a seed. */
  private static final int CONSTANTS = 1;

  /**
   * What clients do for a time.
   *
   * @param timeMillis zero without limit
   * @param deliveryThreads of each client, beside those of terminals
   * @param reportInterval seconds, zero for none
   */
  record Stretch(
      Mode mode,
      long seed,
      long timeMillis,
      long warmupMillis,
      int deliveryThreads,
      int reportInterval) {}

  /** Returns how many terminals all clients have. */
  int terminals() {
    return options.threads * options.clients.count();
  }

  RunConstants constants(Origin origin) {
    return RunConstants.choose(
        origin.scale(), origin.loadConstant(), Dice.of(stretch.seed, CONSTANTS));
  }

  /** Returns the plan for another mode and time, with other inputs. */
  RunPlan of(Mode other, Duration length, long otherSeed) {
    return new RunPlan(
        options,
        new Stretch(
            other,
            otherSeed,
            length.toMillis(),
            stretch.warmupMillis,
            stretch.deliveryThreads,
            stretch.reportInterval));
  }

  /** The plan as results show it. */
  Settings settings(
      List<String> arguments, Database database, RunConstants constants, int firstTerminal) {
    return new Settings(
        arguments,
        stretch.mode.toString(),
        database.layout().name(),
        options.profile.label(),
        banner(database.origin().scale()),
        database.origin(),
        constants,
        stretch.seed,
        new Load(
            options.threads,
            firstTerminal,
            stretch.timeMillis / MILLIS,
            stretch.warmupMillis / MILLIS,
            options.count,
            options.retryPolicy().toString(),
            stretch.deliveryThreads,
            options.clients.areProcesses() ? options.clients.count() : 0,
            options.clients.rpcDelayMillis()));
  }

  /** The deviations from the specification, for every place that shows results. */
  private String banner(Scale scale) {
    List<String> deviations = new ArrayList<>();
    if (!scale.isStandard()) {
      deviations.add("NON-STANDARD SCALE: " + scale);
    }
    if (options.profile == Profile.WARP) {
      deviations.add("NOT TPC-C: the profile warp has no Delivery and no remote order lines");
    }
    return String.join("; ", deviations);
  }
}
