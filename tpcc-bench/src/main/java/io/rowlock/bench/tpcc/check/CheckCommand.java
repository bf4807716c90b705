package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench tpcc check}. */
@Command(
    name = "check",
    description = {
      "Checks the twelve consistency conditions and more, on every row of a running HBase.",
      "First settles locks that are left over. No client may write meanwhile."
    })
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private LayoutOption layout;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Ledgers of clients, or the directories of their runs: what was committed must be there,"
              + " what was not must not.")
  private List<Path> ledgers = new ArrayList<>();

  @Option(names = "--out", paramLabel = "DIR", description = "Write check.json there as well.")
  private @Nullable Path out;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Scans at the same time (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Override
  public Integer call() throws IOException {
    Layout chosen = layout.layout();
    if (threads < 1) {
      throw Arguments.wrong(spec, "--threads must be at least 1, not " + threads);
    }
    cluster.checkIsLasting();
    ResultDirectory directory = out == null ? null : directory(out);
    CheckResult result = check(chosen);
    PrintWriter printer = spec.commandLine().getOut();
    result.text().forEach(printer::println);
    if (directory != null) {
      directory.stageJson("check.json", result);
      directory.publish();
    }
    return result.isPassed() ? ExitStatus.GOOD : ExitStatus.CHECK_FAILED;
  }

  private CheckResult check(Layout chosen) throws IOException {
    try (Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration())) {
      Database database = new DatabaseNotes(connection).open(chosen);
      try (Progress progress =
          Progress.start(
              "tpcc check", Checker.total(database), Checker.UNIT, spec.commandLine().getErr())) {
        return new Checker(connection, progress).check(database, ledgers, threads);
      }
    }
  }

  private ResultDirectory directory(Path path) {
    try {
      return ResultDirectory.create(path);
    } catch (IOException e) {
      throw Arguments.wrong(spec, "--out: cannot write to " + path + ": " + e);
    }
  }
}
