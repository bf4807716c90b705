package io.rowlock.it.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of crash tests; {@code scripts/crash-test} runs it. */
@Command(
    name = "crash-test",
    description =
        "Starts its own HBase, each server in a process, starts clients that run random"
            + " transactions, kills and pauses clients and region servers, and checks in the end"
            + " that every acknowledged transaction is there, that none is half there, that all"
            + " of them are strictly serializable, and that no lock is left. A seed determines the"
            + " faults and transactions, but not the order of events in different processes.",
    mixinStandardHelpOptions = true,
    version = "crash-test 1",
    exitCodeOnInvalidInput = CrashTest.NOT_RUN,
    exitCodeListHeading = "%nExit statuses:%n",
    exitCodeList = {
      "0:good",
      "1:a write was lost, half there or out of order, or a lock was left",
      "2:usage error, or the test did not run to its end"
    })
public final class CrashTest implements Callable<Integer> {

  static final int GOOD = 0;
  static final int BROKEN = 1;
  static final int NOT_RUN = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "Duration of the faults in minutes (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "4",
      description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of region servers, 2 or more (default: ${DEFAULT-VALUE}).")
  private int regionServers;

  @Option(names = "--seed", paramLabel = "S", description = "Any number (default: a random one).")
  private @Nullable Long seed;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${sys:rowlock.local.dir}",
      description =
          "For servers, histories and logs; the files of an earlier run are deleted"
              + " (default: ${DEFAULT-VALUE}).")
  private Path directory;

  CrashTest() {}

  public static void main(String[] arguments) {
    // A plain return would not end the JVM: threads of HBase's client still run.
    System.exit(
        new CommandLine(new CrashTest())
            .setParameterExceptionHandler(CrashTest::explain)
            .setExecutionExceptionHandler(CrashTest::fail)
            .execute(arguments));
  }

  /** Prints one sentence, and the command that prints the usage. */
  private static int explain(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    command.getErr().println("crash-test: " + wrong.getMessage());
    command.getErr().println("Try 'crash-test --help'.");
    return NOT_RUN;
  }

  private static int fail(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    boolean known = failure instanceof IOException && failure.getMessage() != null;
    String what = known ? failure.getMessage() : Throwables.getStackTraceAsString(failure);
    command.getErr().println("crash-test: " + what);
    return NOT_RUN;
  }

  @Override
  public Integer call() throws Exception {
    CrashOptions options = options();
    System.out.printf(
        "crash-test --minutes %s --clients %d --region-servers %d --seed %d, in %s%n",
        minutes, clients, regionServers, options.seed(), options.directory());
    Consumer<String> progress = System.out::println;
    Verdict verdict;
    try (CrashRun run = CrashRun.start(options, progress)) {
      run.strike(() -> true);
      Evidence evidence = run.recover();
      verdict = Verdict.of(evidence);
      new CrashReport(run.figures(), evidence, verdict).lines().forEach(progress);
    }
    progress.accept(verdict.isGood() ? "good" : "NOT GOOD: see " + options.directory());
    return verdict.isGood() ? GOOD : BROKEN;
  }

  private CrashOptions options() {
    require(minutes > 0, "--minutes must be more than 0, not " + minutes);
    require(clients >= 1, "--clients must be at least 1, not " + clients);
    require(
        regionServers >= 2 && regionServers <= 9,
        "--region-servers must be 2 to 9, not " + regionServers);
    return new CrashOptions(
        directory.toAbsolutePath().normalize(),
        Duration.ofMillis((long) (minutes * 60_000)),
        clients,
        regionServers,
        seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
