package io.rowlock.bench.tpcc.run;

import com.google.common.base.Splitter;
import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.run.DeliveryWorkers.DeliveryPlan;
import io.rowlock.bench.tpcc.run.Pacing.OpenLoop.Arrival;
import io.rowlock.bench.tpcc.run.RunPlan.Waits;
import io.rowlock.bench.tpcc.run.Terminal.Home;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a run goes; a {@link Mixin} of the commands that run business transactions. */
public final class RunOptions {
  private static final int DEFAULT_SECONDS = 10;
  private static final int SECONDS_OF_A_TURN = 5;
  private static final int SECONDS_OF_TURNS = 25;
  private static final double MILLIS = 1_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "spec",
      description =
          "spec; sysbench: weights 10,10,1,1,1, Deliveries inline in one transaction, a report each"
              + " second; warp: deck of 10/10/1/0/1, by id, 1 to 10 lines, home stock, each"
              + " terminal in a district (default: ${DEFAULT-VALUE}).")
  private Profile profile = Profile.SPEC;

  @Option(
      names = {"--threads", "-T"},
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads; each is a terminal unless --wait is given (default: 2).")
  private int threads;

  @Option(
      names = "--wait",
      description =
          "Terminals wait for keying and think times. Without, each sends something anew as soon as"
              + " it has its answer.")
  private boolean waits;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      description = "With --wait: terminals (default: 10 for each warehouse).")
  private @Nullable Integer terminals;

  @Option(
      names = "--keying-mult",
      paramLabel = "X",
      defaultValue = "1",
      description = "With --wait: multiplies keying times (default: 1).")
  private double keying;

  @Option(
      names = "--think-mult",
      paramLabel = "X",
      defaultValue = "1",
      description = "With --wait: multiplies think times (default: 1).")
  private double thinking;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      description = "What is measured (default: 10; with --count: no limit).")
  private @Nullable Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description = "Before that (default: 0). Nothing of it counts.")
  private @Nullable Double warmup;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "0",
      description = "Business transactions at most (default: 0, no limit).")
  private long count;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Business transactions that are due each second, whether or not earlier ones have been"
              + " answered; latency counts from the time due (default: 0, none).")
  private double rate;

  @Option(
      names = "--arrival",
      paramLabel = "NAME",
      defaultValue = "regular",
      description = "With --rate: regular or poisson (default: ${DEFAULT-VALUE}).")
  private Arrival arrival = Arrival.REGULAR;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      converter = MixConverter.class,
      description =
          "deck[:SETS], of 23 cards each; or weights:NO,P,OS,D,SL for New-Order, Payment,"
              + " Order-Status, Delivery, Stock-Level (default: deck).")
  private @Nullable MixPlan mix;

  @Option(
      names = "--home",
      paramLabel = "NAME",
      description =
          "fixed: each terminal in its warehouse; random: anywhere; district: in its district"
              + " (default: fixed).")
  private @Nullable Home home;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "32",
      description = "Of a business transaction that conflicts (default: ${DEFAULT-VALUE}).")
  private int retries;

  @Option(
      names = "--backoff",
      paramLabel = "FIRST,MAX",
      defaultValue = "5,200",
      description =
          "The longest pauses before the first retry and before any, in ms; drawn between 0 and"
              + " those (default: ${DEFAULT-VALUE}).")
  private String backoff = "5,200";

  @Option(
      names = "--delivery",
      paramLabel = "WHO",
      converter = DeliveryConverter.class,
      description =
          "queue[:THREADS]: Deliveries are queued for threads of their own; inline: the terminal"
              + " waits (default: queue, a thread for every three of --threads).")
  private @Nullable DeliveryPlan delivery;

  @Option(
      names = "--delivery-tx",
      paramLabel = "N",
      description = "Database transactions of each Delivery, 1 or 10 (default: 10).")
  private @Nullable Integer deliveryTransactions;

  @Option(
      names = "--c-run",
      paramLabel = "N",
      description = "NURand's C for last names (default: drawn; must be legal beside --c-load).")
  private @Nullable Integer runConstant;

  @Option(
      names = "--report-interval",
      paramLabel = "SECONDS",
      description = "Of the lines while it runs (default: 10; 0: none).")
  private @Nullable Integer reportInterval;

  @Option(
      names = "--percentile",
      paramLabel = "N",
      defaultValue = "95",
      description = "Of latency, in those lines (default: ${DEFAULT-VALUE}).")
  private int percentile;

  @Option(names = "--histogram", description = "Print the distribution of latencies.")
  private boolean printsHistogram;

  /** Refuses what is wrong for a database of this origin, as a usage error. */
  public void check(Origin origin) {
    RunPlan plan = plan(Mode.TX, origin.seed());
    RunConstants unused = Arguments.read(command, () -> plan.constants(origin));
  }

  /** Refuses what can be told to be wrong without a database, as a usage error. */
  RunPlan plan(Mode mode, long seed) {
    double byDefault = count > 0 ? 0 : DEFAULT_SECONDS;
    Profile.Preset preset = profile.preset();
    return plan(
        mode,
        seed,
        seconds(seconds == null ? byDefault : seconds),
        seconds(warmup == null ? 0 : warmup),
        delivery == null ? preset.delivery() : delivery,
        reportInterval == null ? preset.reportInterval() : reportInterval);
  }

  /** For modes that take turns: as the modes differ in speed, none may leave work to a queue. */
  RunPlan inTurns(Mode mode, long seed) {
    return plan(
        mode,
        seed,
        seconds(seconds == null ? SECONDS_OF_A_TURN : seconds),
        Duration.ZERO,
        delivery == null ? DeliveryPlan.INLINE : delivery,
        0);
  }

  /** Of the warm-up of each mode. */
  int turnsSeconds() {
    return warmup == null ? SECONDS_OF_TURNS : (int) Math.round(warmup);
  }

  private RunPlan plan(
      Mode mode, long seed, Duration time, Duration warm, DeliveryPlan deliveries, int interval) {
    return Arguments.read(
        command,
        () ->
            new RunPlan(
                mode,
                profile,
                threads,
                waits(),
                time,
                warm,
                count,
                rate,
                arrival,
                mix == null ? profile.preset().mix() : mix,
                home == null ? profile.preset().home() : home,
                retryPolicy(),
                deliveries,
                deliveryTransactions == null
                    ? profile.preset().deliveryTransactions()
                    : deliveryTransactions,
                seed,
                runConstant,
                interval,
                percentile));
  }

  boolean printsHistogram() {
    return printsHistogram;
  }

  private @Nullable Waits waits() {
    if (!waits) {
      Arguments.require(terminals == null, "--terminals needs --wait");
      return null;
    }
    Arguments.require(
        keying >= 0 && thinking >= 0 && (terminals == null || terminals >= 1),
        "--terminals must be positive, --keying-mult and --think-mult not negative");
    return new Waits(terminals == null ? 0 : terminals, keying, thinking);
  }

  private RetryPolicy retryPolicy() {
    Arguments.require(retries >= 0, "--retries must not be negative");
    List<String> pauses = Splitter.on(',').splitToList(backoff);
    Arguments.require(pauses.size() == 2, "--backoff expects FIRST,MAX, not '" + backoff + "'");
    return RetryPolicy.builder()
        .maxAttempts(retries + 1)
        .firstDelay(Duration.ofMillis(Long.parseLong(pauses.get(0))))
        .maxDelay(Duration.ofMillis(Long.parseLong(pauses.get(1))))
        .build();
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * MILLIS));
  }

  static final class MixConverter implements ITypeConverter<MixPlan> {
    @Override
    public MixPlan convert(String value) {
      return MixPlan.parse(value);
    }
  }

  static final class DeliveryConverter implements ITypeConverter<DeliveryPlan> {
    @Override
    public DeliveryPlan convert(String value) {
      return DeliveryPlan.parse(value);
    }
  }
}
