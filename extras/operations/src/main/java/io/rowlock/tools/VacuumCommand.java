package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.VacuumReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Removes the locks of rows without data, in two passes. */
@Command(
    name = "vacuum",
    description = {
      "Removes the locks that deleted rows leave behind: 'mark' today, 'sweep' tomorrow.",
      "Both passes refuse to run if this machine's clock is more than ten minutes off."
    })
final class VacuumCommand {

  @ParentCommand private Request request;

  @Command(
      description = "Marks in FILE the locks of rows without data, and changes nothing in HBase.")
  int mark(
      @Parameters(paramLabel = "TABLE") TableName table,
      @Parameters(paramLabel = "FILE") Path file,
      @Mixin RangeOptions rows)
      throws IOException {
    LockRange range = rows.of(table);
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      long marked = tools.markForVacuum(range, file, request.terminal()::progress);
      String line = String.format("%,d locks marked in '%s'", marked, file);
      request.print(line, "file", file, "marked", marked);
      return ExitStatus.GOOD;
    }
  }

  @Command(
      description =
          "Deletes the marked locks that have not changed since, at least --horizon-hours later by"
              + " the servers' time; every transaction must be shorter than that, and no client's"
              + " clock may be as far behind.")
  int sweep(
      @Parameters(paramLabel = "FILE") Path file,
      @Option(
              names = "--horizon-hours",
              paramLabel = "N",
              defaultValue = "24",
              description = "since the first pass; default 24, least 1")
          long hours,
      @Option(names = "--dry-run", description = "only count what would be deleted") boolean dryRun)
      throws IOException {
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      VacuumReport report =
          tools.sweep(file, Duration.ofHours(hours), dryRun, request.terminal()::progress);
      print(report, dryRun);
      return report.unknown() == 0 ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
  }

  private void print(VacuumReport report, boolean dryRun) {
    String line =
        String.format(
            "%,d locks %s; kept: %,d that have changed, %,d of rows with data, %,d too new, %,d"
                + " whose answer was lost; %,d were gone already",
            report.deleted(),
            dryRun ? "would be deleted" : "deleted",
            report.changed(),
            report.withData(),
            report.tooNew(),
            report.unknown(),
            report.gone());
    JsonObject json = Json.of("dryRun", dryRun, "deleted", report.deleted(), "gone", report.gone());
    json.addProperty("changed", report.changed());
    json.addProperty("withData", report.withData());
    json.addProperty("tooNew", report.tooNew());
    json.addProperty("unknown", report.unknown());
    request.print(line, json);
  }
}
