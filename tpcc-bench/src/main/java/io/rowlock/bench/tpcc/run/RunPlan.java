package io.rowlock.bench.tpcc.run;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.run.DeliveryWorkers.DeliveryPlan;
import io.rowlock.bench.tpcc.run.Pacing.OpenLoop.Arrival;
import io.rowlock.bench.tpcc.run.Terminal.Home;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to be run.
 *
 * @param waits null when terminals do not wait
 * @param time zero without limit
 * @param count business transactions at most, zero without limit
 * @param rate due in a second, zero for a closed loop
 * @param runConstant NURand's C for C_LAST; null to have it drawn
 * @param reportInterval seconds, zero for none
 */
record RunPlan(
    Mode mode,
    Profile profile,
    int threads,
    @Nullable Waits waits,
    Duration time,
    Duration warmup,
    long count,
    double rate,
    Arrival arrival,
    MixPlan mix,
    Home home,
    RetryPolicy retries,
    DeliveryPlan delivery,
    int deliveryTransactions,
    long seed,
    @Nullable Integer runConstant,
    int reportInterval,
    int percentile) {
  private static final int TERMINALS = 10;
  private static final int MOST_THREADS = 10_000;

  /** Of the dice, so that no two sets of dice of a seed are the same. */
  private static final int CONSTANTS = 1;

  RunPlan {
    Arguments.require(
        threads >= 1 && threads <= MOST_THREADS, "--threads must be from 1 to " + MOST_THREADS);
    Arguments.require(!time.isNegative() && !warmup.isNegative(), "Times must not be negative");
    Arguments.require(count >= 0, "--count must not be negative");
    Arguments.require(!time.isZero() || count > 0, "Without --time there must be a --count");
    Arguments.require(rate >= 0 && rate <= 1e6, "--rate must be from 0 to 1000000");
    Arguments.require(rate == 0 || waits == null, "--rate and --wait exclude each other");
    Arguments.require(
        deliveryTransactions == 1 || deliveryTransactions == Scale.DISTRICTS,
        "--delivery-tx must be 1 or " + Scale.DISTRICTS);
    Arguments.require(reportInterval >= 0, "--report-interval must not be negative");
    Arguments.require(percentile >= 1 && percentile <= 100, "--percentile must be from 1 to 100");
    delivery = delivery.beside(threads);
  }

  /** How many terminals there are. */
  int terminals(Scale scale) {
    if (waits == null) {
      return threads;
    }
    return waits.terminals() == 0 ? TERMINALS * scale.warehouses() : waits.terminals();
  }

  /**
   * NURand's constants.
   *
   * @throws IllegalArgumentException when the one asked for must not be used with this database
   */
  RunConstants constants(Origin origin) {
    Dice dice = Dice.of(seed, CONSTANTS);
    RunConstants drawn = RunConstants.choose(origin.scale(), origin.loadConstant(), dice);
    if (runConstant == null) {
      return drawn;
    }
    Arguments.require(
        RunConstants.isLegal(origin.scale(), origin.loadConstant(), runConstant),
        "--c-run %d must not be used with a database whose C of the load is %d: %s"
            .formatted(
                runConstant,
                origin.loadConstant(),
                "they must be 65 to 119 apart, but not 96 or 112 (clause 2.1.6.1)"));
    return new RunConstants(runConstant, drawn.customer(), drawn.item());
  }

  /** The same in another mode, for so long, with other inputs. */
  RunPlan of(Mode other, Duration length, long otherSeed) {
    return new RunPlan(
        other,
        profile,
        threads,
        waits,
        length,
        warmup,
        count,
        rate,
        arrival,
        mix,
        home,
        retries,
        delivery,
        deliveryTransactions,
        otherSeed,
        runConstant,
        reportInterval,
        percentile);
  }

  /**
   * Keying and think times.
   *
   * @param terminals 0 for ten in each warehouse
   * @param keying multiplies keying times
   * @param thinking multiplies think times
   */
  record Waits(int terminals, double keying, double thinking) {}
}
