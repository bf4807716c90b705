package io.rowlock.bench.tpcc.run;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.run.RunPlan.Stretch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a run; a {@link Mixin} of the commands that run business transactions. */
public final class RunOptions {
  static final String QUEUE = "queue";
  static final String INLINE = "inline";

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
          "Threads of each client, each of which is a terminal (default: 2; of a comparison with"
              + " plain HBase: 8).")
  int threads = 2;

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
      description =
          "queue[:THREADS]: Deliveries are queued for threads of their own; inline: the terminal"
              + " waits (default: queue, a thread for every three of --threads).")
  @Nullable String delivery;

  @Mixin ClientOptions clients = new ClientOptions();

  /** Sets the number of threads, as if the user had. */
  public void useThreads(int number) {
    threads = number;
  }

  /** Fails with a usage error if the options are invalid for any database. */
  RunPlan plan(Mode mode, long seed) {
    double byDefault = count > 0 ? 0 : DEFAULT_SECONDS;
    return plan(
        mode,
        seed,
        seconds == null ? byDefault : seconds,
        warmup == null ? 0 : warmup,
        profile.deliveries(),
        profile.reportInterval());
  }

  /** Returns the time of a mode by itself; without a limit on the time, of its warm-up. */
  public long totalSeconds(Mode mode, long seed) {
    Stretch stretch = plan(mode, seed).stretch();
    return Math.round((stretch.warmupMillis() + stretch.timeMillis()) / MILLIS);
  }

  /** For modes in turns, which must not leave work in a queue, because their speeds differ. */
  RunPlan inTurns(Mode mode, long seed) {
    double time = seconds == null ? SECONDS_OF_A_TURN : seconds;
    return plan(mode, seed, time, 0, INLINE, 1);
  }

  /** The warm-up of each mode in turns. */
  int turnsSeconds() {
    return warmup == null ? SECONDS_OF_TURNS : (int) Math.round(warmup);
  }

  private RunPlan plan(
      Mode mode, long seed, double time, double warm, String deliveries, int interval) {
    return Arguments.read(
        command,
        () -> {
          check();
          Arguments.require(time >= 0 && warm >= 0, "Times must not be negative");
          Arguments.require(time > 0 || count > 0, "Without --time there must be a --count");
          int beside = deliveryThreads(delivery == null ? deliveries : delivery);
          return new RunPlan(
              this, new Stretch(mode, seed, millis(time), millis(warm), beside, interval));
        });
  }

  /** A Delivery is about a quarter of the work of a deck of 23. */
  private int deliveryThreads(String who) {
    if (who.equals(INLINE)) {
      return 0;
    }
    if (who.equals(QUEUE)) {
      return (threads + 2) / 3;
    }
    Arguments.require(
        who.matches(QUEUE + ":[1-9]\\d{0,3}"),
        "--delivery: '" + who + "' is neither inline, queue nor queue:THREADS");
    return Integer.parseInt(who.substring(QUEUE.length() + 1));
  }

  private void check() {
    Arguments.require(
        threads >= 1 && threads <= MOST_THREADS, "--threads must be from 1 to " + MOST_THREADS);
    Arguments.require(count >= 0, "--count must not be negative");
    var unused = retryPolicy();
    checkClients();
  }

  /** Each client needs a part of what is divided; a count of 0 would mean no limit. */
  private void checkClients() {
    clients.check();
    Arguments.require(
        (long) threads * clients.count() <= MOST_THREADS,
        "--clients times --threads must not be more than " + MOST_THREADS);
    Arguments.require(
        count == 0 || count >= clients.count(),
        "--count: %d are too few for %d clients".formatted(count, clients.count()));
  }

  /** The ledgers of all clients. */
  List<Path> ledgers(Path directory) {
    return Ledger.files(directory, clients.areProcesses() ? clients.count() : 0);
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

  private static long millis(double seconds) {
    return Math.round(seconds * MILLIS);
  }
}
