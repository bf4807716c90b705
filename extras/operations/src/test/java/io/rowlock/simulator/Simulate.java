package io.rowlock.simulator;

import io.rowlock.coverage.Argument;
import io.rowlock.coverage.CoverageReport;
import io.rowlock.coverage.MeasuredClasses;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.mutation.SourceRoots;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.simulator.Batch.Limit;
import io.rowlock.simulator.Batch.Violation;
import io.rowlock.simulator.Plan.CrashPoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
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
      "Runs transactions in a simulated environment with faults of all kinds, which seeds"
          + " decide, and checks the results. A seed always gives the same run.",
      "Exit status: 0 no violation, 1 a violation, 2 wrong arguments."
    })
public final class Simulate implements Callable<Integer> {

  private static final int MAX_SHRINKING_RUNS = 3_000;
  private static final String COVERAGE = "--coverage";

  /** One class of each package that is measured with the packages below it. */
  private static final List<Class<?>> MEASURED =
      List.of(LockProtocol.class, ActiveTransaction.class, LockMaintenance.class);

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
      names = "--wrong-hints",
      description = "Let users declare every row that they put as new.")
  private boolean wrongHints;

  @Option(names = "--threads", description = "Runs at the same time; one for each core.")
  private @Nullable Integer threads;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = {
        "Keep the sum of all runs in the file, and continue after the last of them.",
        "Runs of other code, or with other options, do not add up: they need a separate file."
      })
  private @Nullable Path resume;

  @Option(
      names = COVERAGE,
      description =
          "Report which branches of the protocol and of transactions the runs have taken.")
  private boolean measures;

  @Option(names = "--trace", description = "Print the events of the one run of --seed.")
  private boolean traces;

  /** The values of --faults besides all and none. */
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
  public Integer call() throws IOException, InterruptedException {
    return measures ? measure() : simulate();
  }

  /** Runs the same again, with classes that note which branches they take. */
  private int measure() throws IOException {
    String[] rest =
        spec.commandLine().getParseResult().originalArgs().stream()
            .filter(argument -> !argument.equals(COVERAGE))
            .toArray(String[]::new);
    MeasuredClasses classes = new MeasuredClasses(MEASURED);
    int status = executeIn(classes.loader(), rest);
    if (status != 0) {
      return status;
    }
    CoverageReport report =
        new CoverageReport(classes.coverage(), MEASURED, SourceRoots.all(), Argument.all());
    return report.print(out()) ? 0 : 1;
  }

  private int executeIn(ClassLoader library, String[] arguments) {
    try {
      return (Integer)
          library
              .loadClass(Simulate.class.getName())
              .getMethod("execute", PrintWriter.class, PrintWriter.class, String[].class)
              .invoke(null, out(), err(), arguments);
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException("The simulator cannot be loaded a second time", broken);
    }
  }

  private int simulate() throws IOException, InterruptedException {
    Set<Fault> possible = parseFaults();
    check(schedules > 0, "--schedules must be positive");
    check(seconds == null || seconds > 0, "--seconds must be positive");
    check(threads == null || threads > 0, "--threads must be positive");
    check(transactions.stream().allMatch(count -> count >= 0), "--transactions cannot be negative");
    long first = seed == null ? new SecureRandom().nextLong() >>> 16 : seed;
    CrashPoint point = parseCrash();
    LongFunction<Plan> plans =
        number ->
            Plan.of(number, possible)
                .withTransactions(transactions)
                .withWrongHints(wrongHints)
                .withCrash(point);
    if (traces) {
      check(seed != null, "--trace needs --seed");
      out().print(Trace.of(plans.apply(first)));
      out().flush();
    }
    long most = traces ? 1 : schedules;
    return resume == null ? run(first, most, plans) : runOn(resume, first, most, plans);
  }

  private int run(long first, long most, LongFunction<Plan> plans) throws InterruptedException {
    begin(first);
    long begin = System.nanoTime();
    Batch batch;
    Optional<Violation> violation;
    try (ProgressBar bar = bar(most)) {
      batch = batch(plans, new Limit(first, most, goesOn()), bar);
      violation = batch.run(threads());
    }
    long took = System.nanoTime() - begin;
    report(batch.counts(), batch.schedules(), took);
    return end(violation, violation.isPresent() ? 1 : 0);
  }

  /** Adds runs to those in the file. */
  private int runOn(Path file, long first, long most, LongFunction<Plan> plans)
      throws IOException, InterruptedException {
    Progress before = load(file, first);
    begin(before.nextSeed());
    KeptRuns runs;
    Optional<Violation> violation;
    try (ProgressBar bar = bar(most)) {
      runs = new KeptRuns(file, before, limit -> batch(plans, limit, bar), threads());
      violation = runs.run(most, goesOn());
    }
    Progress sum = runs.progress();
    report(sum.counts(), sum.schedules(), sum.nanos());
    out().printf("sum since seed %d: %d s%n", sum.firstSeed(), sum.nanos() / 1_000_000_000);
    return end(violation, sum.violations());
  }

  private Progress load(Path file, long first) throws IOException {
    String code = CodeVersion.current();
    String plan =
        "transactions %s, faults %s, wrong hints %s, crash %s, crash everywhere %s"
            .formatted(transactions, faults, wrongHints, crash, crashesEverywhere);
    Progress kept = read(file);
    if (kept == null) {
      return Progress.begin(code, plan, first);
    }
    String otherwise = "--resume: the runs in " + file + " are of other ";
    check(kept.code().equals(code), otherwise + "code; start a new file");
    check(kept.plan().equals(plan), otherwise + "options; start a new file: " + kept.plan());
    check(
        seed == null || seed == kept.firstSeed(),
        "--resume: the runs in " + file + " began at the seed " + kept.firstSeed());
    return kept;
  }

  private @Nullable Progress read(Path file) throws IOException {
    try {
      return Progress.load(file);
    } catch (IllegalArgumentException malformed) {
      String message = "--resume: " + file + " was not written by this: " + malformed.getMessage();
      throw new ParameterException(spec.commandLine(), message, malformed);
    }
  }

  private void begin(long first) {
    out().printf("seed %d, clients with %s transactions%n", first, transactions);
    out().flush();
  }

  private Batch batch(LongFunction<Plan> plans, Limit limit, ProgressBar bar) {
    return new Batch(plans, limit, crashesEverywhere, done -> bar.step());
  }

  private BooleanSupplier goesOn() {
    long end = seconds == null ? Long.MAX_VALUE : System.nanoTime() + seconds * 1_000_000_000L;
    return () -> System.nanoTime() < end;
  }

  private int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  private int end(Optional<Violation> violation, long violations) {
    violation.ifPresent(this::reportViolation);
    if (violation.isEmpty()) {
      out().printf("violations: %d%n", violations);
    }
    out().flush();
    return violations > 0 ? 1 : 0;
  }

  private ProgressBar bar(long most) {
    return new ProgressBarBuilder()
        .setTaskName("schedules")
        .setInitialMax(crashesEverywhere ? -1 : most)
        .setUpdateIntervalMillis(1_000)
        .build();
  }

  private void report(Counts counts, long done, long nanos) {
    for (Fault fault : Fault.values()) {
      out().printf("%14d  %s%n", counts.of(fault), fault.option());
    }
    out().println();
    counts.events().forEach((event, count) -> out().printf("%14d  %s%n", count, event));
    out().println();
    double perSecond = done * 1e9 / nanos;
    err().printf(Locale.ROOT, "%.0f schedules/s%n", perSecond);
    err().flush();
    out()
        .printf(
            "%d schedules: %d transactions committed, %d conflicted, %d unknown%n",
            done,
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
    out().print(Trace.of(plan));
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
