package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be run: the user's options, for one mode.
 *
 * @param time zero without limit
 * @param reportInterval seconds, zero for none
 */
record RunPlan(
    RunOptions options,
    Mode mode,
    long seed,
    Duration time,
    Duration warmup,
    DeliveryPlan delivery,
    int reportInterval) {
  private static final int TERMINALS = 10;
  private static final double MILLIS = 1_000;

  /** Identifies these dice among the dice of a seed. */
  private static final int CONSTANTS = 1;

  /** Returns how many terminals all clients have; throws if there are too few for them. */
  int terminals(Scale scale) {
    if (!options.waits) {
      return options.threads * options.clients.count();
    }
    int all = options.terminals == null ? TERMINALS * scale.warehouses() : options.terminals;
    options.requireForEach("--terminals", all);
    return all;
  }

  /** Throws {@link IllegalArgumentException} if the database does not allow {@code --c-run}. */
  RunConstants constants(Origin origin) {
    Dice dice = Dice.of(seed, CONSTANTS);
    RunConstants drawn = RunConstants.choose(origin.scale(), origin.loadConstant(), dice);
    Integer given = options.runConstant;
    if (given == null) {
      return drawn;
    }
    Arguments.require(
        RunConstants.isLegal(origin.scale(), origin.loadConstant(), given),
        "--c-run %d must not be used with a database whose C of the load is %d: %s"
            .formatted(
                given,
                origin.loadConstant(),
                "they must be 65 to 119 apart, but not 96 or 112 (clause 2.1.6.1)"));
    return new RunConstants(given, drawn.customer(), drawn.item());
  }

  /** Returns the plan for another mode and time, with other inputs. */
  RunPlan of(Mode other, Duration length, long otherSeed) {
    return new RunPlan(options, other, otherSeed, length, warmup, delivery, reportInterval);
  }

  /** The plan as results show it. */
  Settings settings(
      List<String> arguments, Database database, RunConstants constants, int firstTerminal) {
    return new Settings(
        arguments,
        mode.toString(),
        database.layout().name(),
        options.profile.label(),
        banner(database.origin().scale()),
        database.origin(),
        constants,
        seed,
        options.threads,
        terminals(database.origin().scale()),
        firstTerminal,
        options.waits,
        time.toMillis() / MILLIS,
        warmup.toMillis() / MILLIS,
        options.count,
        options.rate,
        options.mix().text(),
        options.home().label(),
        options.retryPolicy().toString(),
        delivery.threads(),
        options.deliveryTransactions(),
        reportInterval,
        options.percentile,
        options.clients.areProcesses() ? options.clients.count() : 0,
        options.clients.rpcDelayMillis());
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
