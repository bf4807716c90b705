package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench compare}. */
@Command(
    name = "compare",
    description =
        "Shows what differs between two runs of bench tpcc: settings first, then figures, as ratios"
            + " of the second run to the first; compare.html draws them.")
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "The directory of a run's results.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The directory of another run's.")
  private Path second;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory for compare.html, created if missing (default: results/compare-DATE-TIME).")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException {
    List<ReportedRun> runs = List.of(read("A", first), read("B", second));
    ResultDirectory directory =
        ResultDirectory.create(out == null ? ResultDirectory.byDefault("compare") : out);
    Comparison comparison = Comparison.of(runs.get(0).result(), runs.get(1).result());
    directory.stage(
        ComparedRuns.FILE, ComparedRuns.page(comparison, runs, first + " and " + second));
    directory.publish();
    PrintWriter terminal = spec.commandLine().getOut();
    terminal.println(runs.get(0).label() + ", " + first);
    terminal.println(runs.get(1).label() + ", " + second);
    terminal.print(comparison);
    terminal.println("Drawn in " + directory + "/" + ComparedRuns.FILE);
    return ExitStatus.GOOD;
  }

  private ReportedRun read(String name, Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw Arguments.wrong(spec, directory + " is no directory with results of bench tpcc");
    }
    try {
      return ReportedRun.read(name, directory);
    } catch (IOException unreadable) {
      throw Arguments.wrong(spec, String.valueOf(unreadable.getMessage()));
    }
  }
}
