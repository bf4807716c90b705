package io.rowlock.simulator;

import io.rowlock.simulator.Batch.Limit;
import io.rowlock.simulator.Batch.Violation;
import io.rowlock.simulator.Plan.CrashPoint;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the simulator. Exit status: 0 no violation, 1 a violation, 2 misuse. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 110,
    description = {
      "Runs transactions in a world of its own where everything that can go wrong does, as seeds"
          + " decide, and checks what comes of it. A seed always gives the same run.",
      "Exit status: 0 no violation, 1 a violation, 2 wrong arguments."
    })
public final class Simulate implements Callable<Integer> {

  private static final int MAX_SHRINKING_RUNS = 3_000;
  private static final String ALL = "all";
  private static final String NONE = "none";

  @Spec private CommandSpec spec;

  @Option(names = "--schedules", defaultValue = "20000", description = "Seeds to run (20000).")
  private long schedules;

  @Option(names = "--seed", description = "The first of them; a fresh one unless given.")
  private @Nullable Long seed;

  @Option(names = "--seconds", description = "Begin no run after that many.")
  private @Nullable Long seconds;

  @Option(
      names = "--faults",
      split = ",",
      defaultValue = ALL,
      description = "The faults that may occur: all, none, or some of: ${COMPLETION-CANDIDATES}.",
      completionCandidates = FaultNames.class)
  private List<String> faults = List.of();

  @Option(
      names = "--transactions",
      split = ",",
      defaultValue = "10,10,10",
      description = "How many each client begins; as many clients as numbers (10,10,10).")
  private List<Integer> transactions = List.of();

  @Option(
      names = "--crash-everywhere",
      description =
          "Run each seed without faults, and then once for each request of each client, which"
              + " crashes there.")
  private boolean crashesEverywhere;

  @Option(
      names = "--crash",
      paramLabel = "CLIENT:REQUEST",
      description = "Let the client, counted from 0, crash at the request, counted from 1.")
  private @Nullable String crash;

  @Option(
      names = "--guesses",
      description = "Let users say of every row that they put that it is new.")
  private boolean guesses;

  @Option(names = "--threads", description = "Runs at the same time; one for each core.")
  private @Nullable Integer threads;

  @Option(names = "--trace", description = "Tell what happens in the one run of --seed.")
  private boolean traces;

  /** What --faults takes besides all and none. */
  static final class FaultNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    FaultNames() {
      super(Stream.of(Fault.values()).map(Fault::option).toList());
    }
  }

  /** Runs the command line and exits. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Simulate()).execute(arguments));
  }

  /** Runs the command line and returns its exit status. */
  public static int execute(PrintWriter out, PrintWriter err, String[] arguments) {
    return new CommandLine(new Simulate()).setOut(out).setErr(err).execute(arguments);
  }

  @Override
  public Integer call() throws InterruptedException {
    Set<Fault> possible = parseFaults();
    check(schedules > 0, "--schedules must be positive");
    check(seconds == null || seconds > 0, "--seconds must be positive");
    check(threads == null || threads > 0, "--threads must be positive");
    check(transactions.stream().allMatch(count -> count >= 0), "--transactions cannot be negative");
    long first = seed == null ? new SecureRandom().nextLong(1L << 48) : seed;
    CrashPoint point = parseCrash();
    LongFunction<Plan> plans =
        number ->
            Plan.of(number, possible)
                .withTransactions(transactions)
                .withGuesses(guesses)
                .withCrash(point);
    if (traces) {
      check(seed != null, "--trace needs the --seed that it is to tell of");
      out().print(Tale.of(plans.apply(first)));
      out().flush();
    }
    return run(first, plans);
  }

  private int run(long first, LongFunction<Plan> plans) throws InterruptedException {
    out().printf("seed %d, clients with %s transactions%n", first, transactions);
    out().flush();
    long begin = System.nanoTime();
    long most = traces ? 1 : schedules;
    long end = seconds == null ? Long.MAX_VALUE : begin + seconds * 1_000_000_000L;
    Limit limit = new Limit(first, most, () -> System.nanoTime() < end);
    Batch batch;
    Optional<Violation> violation;
    try (ProgressBar bar = bar(most)) {
      batch = new Batch(plans, limit, crashesEverywhere, done -> bar.step());
      violation = batch.run(threads == null ? Runtime.getRuntime().availableProcessors() : threads);
    }
    report(batch, System.nanoTime() - begin);
    violation.ifPresentOrElse(this::reportViolation, () -> out().println("violations: 0"));
    out().flush();
    return violation.isPresent() ? 1 : 0;
  }

  private ProgressBar bar(long most) {
    return new ProgressBarBuilder()
        .setTaskName("schedules")
        .setInitialMax(crashesEverywhere ? -1 : most)
        .setUpdateIntervalMillis(1_000)
        .build();
  }

  private void report(Batch batch, long nanos) {
    Counts counts = batch.counts();
    for (Fault fault : Fault.values()) {
      out().printf("%14d  %s%n", counts.of(fault), fault.option());
    }
    out().println();
    counts.events().forEach((event, count) -> out().printf("%14d  %s%n", count, event));
    out().println();
    double perSecond = batch.schedules() * 1e9 / nanos;
    err().printf(Locale.ROOT, "%.0f schedules/s%n", perSecond);
    err().flush();
    out()
        .printf(
            "%d schedules: %d transactions committed, %d conflicted, %d unknown%n",
            batch.schedules(),
            counts.of("transactions COMMITTED"),
            counts.of("transactions CONFLICT"),
            counts.of("transactions UNKNOWN"));
  }

  private void reportViolation(Violation found) {
    out().printf("violation at seed %d: %s%n", found.plan().seed(), found.what());
    out().flush();
    err().println("looking for the shortest schedule that fails...");
    Violation smallest = new Shrinker(MAX_SHRINKING_RUNS).shrink(found);
    Plan plan = smallest.plan();
    out().printf("shortest schedule found: %s%n", smallest.what());
    out().print(Tale.of(plan));
    out().printf("again: scripts/simulate --trace %s%n", arguments(plan));
  }

  private static String arguments(Plan plan) {
    String faults =
        plan.faults().stream().sorted().map(Fault::option).collect(Collectors.joining(","));
    String transactions =
        plan.transactions().stream().map(String::valueOf).collect(Collectors.joining(","));
    String some = faults.isEmpty() ? NONE : faults;
    CrashPoint point = plan.crash();
    String crash = point == null ? "" : " --crash " + point.client() + ":" + point.request();
    return "--seed %d --transactions %s --faults %s%s"
        .formatted(plan.seed(), transactions, some, crash);
  }

  private @Nullable CrashPoint parseCrash() {
    if (crash == null) {
      return null;
    }
    check(crash.matches("\\d{1,6}:\\d{1,6}"), "--crash must be CLIENT:REQUEST, as in 0:17");
    int colon = crash.indexOf(':');
    int client = Integer.parseInt(crash.substring(0, colon));
    check(client < transactions.size(), "--crash names a client that is not there");
    return new CrashPoint(client, Integer.parseInt(crash.substring(colon + 1)));
  }

  private Set<Fault> parseFaults() {
    if (faults.equals(List.of(ALL))) {
      return EnumSet.allOf(Fault.class);
    }
    Set<Fault> some = EnumSet.noneOf(Fault.class);
    if (faults.equals(List.of(NONE))) {
      return some;
    }
    for (String option : faults) {
      try {
        some.add(Fault.of(option));
      } catch (IllegalArgumentException unknown) {
        String message = "--faults: %s; there are %s";
        String known = String.join(", ", new FaultNames());
        throw new ParameterException(
            spec.commandLine(), message.formatted(unknown.getMessage(), known), unknown);
      }
    }
    return some;
  }

  private void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
