package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Experiment.Measuring;
import io.rowlock.bench.kit.Point.SeriesKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for results and their judgement; a {@link Mixin} for the commands. */
public final class OutputOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "For the results; made when missing, files of an earlier run are replaced (default:"
              + " results/COMMAND-DATE-TIME).")
  private @Nullable Path out;

  @Option(
      names = "--strict",
      description = "Exit with 4 unless settled series meet every goal that was measured.")
  private boolean strict;

  /** Creates the directory if it is missing; fails with a usage error if it is not writable. */
  public ResultDirectory directory() {
    Path directory = out == null ? ResultDirectory.byDefault(name()) : out;
    try {
      return ResultDirectory.create(directory);
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(), "--out: cannot write to " + directory + ": " + e, e);
    }
  }

  /** Measures, publishes the results, and returns the exit status. */
  public <S extends SeriesKey> int publish(Experiment<S> experiment, Measuring<S> measuring)
      throws IOException {
    ResultDirectory directory = directory();
    PrintWriter out = command.commandLine().getOut();
    Measurements<S> all = new Measurements<>();
    all.run(
        () -> measuring.measure(all, out, command.commandLine().getErr()),
        () -> experiment.publish(all.judgedBy(experiment), directory, out));
    Results<S> results = all.judgedBy(experiment);
    return status(results.failedChecks(), results.targets());
  }

  /** Such as {@code tpcc-run}. */
  private String name() {
    return command.qualifiedName("-").replaceFirst("^bench-", "");
  }

  /** The exit status of a complete run. */
  public int status(List<String> failedChecks, List<Target> targets) {
    return status(!failedChecks.isEmpty(), !targets.stream().allMatch(Target::isShown));
  }

  /** As {@link #status(List, List)}. */
  public int status(boolean hasFailedCheck, boolean hasMissed) {
    if (hasFailedCheck) {
      return ExitStatus.CHECK_FAILED;
    }
    return strict && hasMissed ? ExitStatus.CONSTRAINT_MISSED : ExitStatus.GOOD;
  }
}
