package io.rowlock.bench.tpcc.run;

import com.google.common.base.Splitter;
import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.Terminal.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a run; a {@link Mixin} of the commands that run business transactions. */
public final class RunOptions {
  private static final int DEFAULT_SECONDS = 10;
  private static final int SECONDS_OF_A_TURN = 5;
  private static final int SECONDS_OF_TURNS = 25;
  private static final double MILLIS = 1_000;
  private static final int MOST_THREADS = 10_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "spec; sysbench: weights 10,10,1,1,1, Deliveries inline in one transaction, a report each"
              + " second; warp: deck of 10/10/1/0/1, by id, 1 to 10 lines, home stock, each"
              + " terminal in a district (default: ${DEFAULT-VALUE}).")
  Profile profile = Profile.SPEC;

  @Option(
      names = {"--threads", "-T"},
      paramLabel = "N",
      description =
          "Threads, of each client; each is a terminal unless --wait is given (default: 2; of a"
              + " comparison with plain HBase: 8).")
  int threads = 2;

  @Option(
      names = "--wait",
      description =
          "Terminals wait for keying and think times. Without, each sends something anew as soon as"
              + " it has its answer.")
  boolean waits;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      description = "With --wait: terminals of all clients (default: 10 for each warehouse).")
  @Nullable Integer terminals;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      description = "What is measured (default: 10; with --count: no limit).")
  @Nullable Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description = "Before that (default: 0). Nothing of it counts.")
  @Nullable Double warmup;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Business transactions of all clients at most (default: 0, no limit).")
  long count = 0;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Business transactions of all clients that are due each second, whether or not earlier ones have been"
              + " answered; latency counts from the time due (default: 0, none).")
  double rate = 0;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      converter = MixPlan.Converter.class,
      description =
          "deck[:SETS], of 23 cards each; or weights:NO,P,OS,D,SL for New-Order, Payment,"
              + " Order-Status, Delivery, Stock-Level (default: deck).")
  @Nullable MixPlan mix;

  @Option(
      names = "--home",
      paramLabel = "NAME",
      description =
          "fixed: each terminal in its warehouse; random: anywhere; district: in its district"
              + " (default: fixed).")
  @Nullable Home home;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "Of a business transaction that conflicts (default: ${DEFAULT-VALUE}).")
  int retries = 32;

  @Option(
      names = "--backoff",
      paramLabel = "FIRST,MAX",
      description =
          "The longest pauses before the first retry and before any, in ms; drawn between 0 and"
              + " those (default: ${DEFAULT-VALUE}).")
  String backoff = "5,200";

  @Option(
      names = "--delivery",
      paramLabel = "WHO",
      converter = DeliveryPlan.Converter.class,
      description =
          "queue[:THREADS]: Deliveries are queued for threads of their own; inline: the terminal"
              + " waits (default: queue, a thread for every three of --threads).")
  @Nullable DeliveryPlan delivery;

  @Option(
      names = "--delivery-tx",
      paramLabel = "N",
      description = "Database transactions of each Delivery, 1 or 10 (default: 10).")
  @Nullable Integer deliveryTransactions;

  @Option(
      names = "--c-run",
      paramLabel = "N",
      description = "NURand's C for last names (default: drawn; must be legal beside --c-load).")
  @Nullable Integer runConstant;

  @Option(
      names = "--report-interval",
      paramLabel = "SECONDS",
      description = "Of the lines while it runs (default: 10; 0: none).")
  @Nullable Integer reportInterval;

  @Option(
      names = "--percentile",
      paramLabel = "N",
      description = "Of latency, in those lines (default: ${DEFAULT-VALUE}).")
  int percentile = 95;

  @Mixin ClientOptions clients = new ClientOptions();

  /** Sets the number of threads, as if the user had. */
  public void useThreads(int number) {
    threads = number;
  }

  /** Fails with a usage error if the options are invalid for a database of this origin. */
  public void check(Origin origin) {
    RunPlan plan = plan(Mode.TX, origin.seed());
    Arguments.check(
        command,
        () -> {
          var unusedTerminals = plan.terminals(origin.scale());
          var unusedConstants = plan.constants(origin);
        });
  }

  /** Fails with a usage error if the options are invalid for any database. */
  RunPlan plan(Mode mode, long seed) {
    double byDefault = count > 0 ? 0 : DEFAULT_SECONDS;
    return plan(
        mode,
        seed,
        seconds == null ? byDefault : seconds,
        warmup == null ? 0 : warmup,
        delivery == null ? profile.preset().delivery() : delivery,
        reportInterval == null ? profile.preset().reportInterval() : reportInterval);
  }

  /** For modes in turns, which must not leave work in a queue, because their speeds differ. */
  RunPlan inTurns(Mode mode, long seed) {
    double time = seconds == null ? SECONDS_OF_A_TURN : seconds;
    return plan(mode, seed, time, 0, delivery == null ? DeliveryPlan.INLINE : delivery, 1);
  }

  /** The warm-up of each mode in turns. */
  int turnsSeconds() {
    return warmup == null ? SECONDS_OF_TURNS : (int) Math.round(warmup);
  }

  private RunPlan plan(
      Mode mode, long seed, double time, double warm, DeliveryPlan deliveries, int interval) {
    return Arguments.read(
        command,
        () -> {
          check();
          Arguments.require(time >= 0 && warm >= 0, "Times must not be negative");
          Arguments.require(time > 0 || count > 0, "Without --time there must be a --count");
          Arguments.require(interval >= 0, "--report-interval must not be negative");
          return new RunPlan(
              this, mode, seed, millis(time), millis(warm), deliveries.beside(threads), interval);
        });
  }

  private void check() {
    Arguments.require(
        threads >= 1 && threads <= MOST_THREADS, "--threads must be from 1 to " + MOST_THREADS);
    Arguments.require(waits || terminals == null, "--terminals needs --wait");
    Arguments.require(terminals == null || terminals >= 1, "--terminals must be positive");
    Arguments.require(count >= 0, "--count must not be negative");
    Arguments.require(rate >= 0 && rate <= 1e6, "--rate must be from 0 to 1000000");
    Arguments.require(rate == 0 || !waits, "--rate and --wait exclude each other");
    Arguments.require(
        deliveryTransactions() == 1 || deliveryTransactions() == Scale.DISTRICTS,
        "--delivery-tx must be 1 or " + Scale.DISTRICTS);
    Arguments.require(percentile >= 1 && percentile <= 100, "--percentile must be from 1 to 100");
    var unused = retryPolicy();
    checkClients();
  }

  /** Each client needs a part of what is divided; a count of 0 would mean no limit. */
  private void checkClients() {
    clients.check();
    Arguments.require(
        (long) threads * clients.count() <= MOST_THREADS,
        "--clients times --threads must not be more than " + MOST_THREADS);
    if (count > 0) {
      requireForEach("--count", count);
    }
    if (terminals != null) {
      requireForEach("--terminals", terminals);
    }
  }

  /** Throws {@link IllegalArgumentException} if a client would have none. */
  void requireForEach(String what, long all) {
    Arguments.require(
        all >= clients.count(),
        "%s: %d are too few for %d clients".formatted(what, all, clients.count()));
  }

  /** The ledgers of all clients. */
  List<Path> ledgers(Path directory) {
    return Ledger.files(directory, clients.areProcesses() ? clients.count() : 0);
  }

  MixPlan mix() {
    return mix == null ? profile.preset().mix() : mix;
  }

  Home home() {
    return home == null ? profile.preset().home() : home;
  }

  /** Database transactions of each Delivery. */
  int deliveryTransactions() {
    return deliveryTransactions == null
        ? profile.preset().deliveryTransactions()
        : deliveryTransactions;
  }

  RetryPolicy retryPolicy() {
    Arguments.require(retries >= 0, "--retries must not be negative");
    List<String> pauses = Splitter.on(',').splitToList(backoff);
    Arguments.require(pauses.size() == 2, "--backoff expects FIRST,MAX, not '" + backoff + "'");
    return RetryPolicy.builder()
        .maxAttempts(retries + 1)
        .firstDelay(Duration.ofMillis(Long.parseLong(pauses.get(0))))
        .maxDelay(Duration.ofMillis(Long.parseLong(pauses.get(1))))
        .build();
  }

  private static Duration millis(double seconds) {
    return Duration.ofMillis(Math.round(seconds * MILLIS));
  }
}
