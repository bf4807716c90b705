package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.VacuumReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Removes the locks of rows without data, in two passes. */
final class VacuumCommand implements Command {

  @Override
  public String name() {
    return "vacuum";
  }

  @Override
  public String arguments() {
    return "mark TABLE FILE|sweep FILE";
  }

  @Override
  public String summary() {
    return "Removes the locks that deleted rows leave behind: 'mark' today, 'sweep' tomorrow.";
  }

  @Override
  public String details() {
    return "The first pass marks in FILE the locks of rows without data, and changes nothing. The"
        + " second one deletes those that have not changed since, at least --horizon-hours later by"
        + " the servers' time; every transaction must be shorter than that, and no client's clock"
        + " may be as far behind. Both refuse to run if this machine's clock is more than ten"
        + " minutes off.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(CommonOptions.value("start-row", "ROW", "mark: the first row"))
        .addOption(CommonOptions.value("stop-row", "ROW", "mark: the row before which to stop"))
        .addOption(
            CommonOptions.value(
                "horizon-hours", "N", "sweep: since the first pass; default 24, least 1"))
        .addOption(CommonOptions.flag("dry-run", "sweep: only count what would be deleted"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    return request.word(0).equals("mark") ? mark(request) : sweep(request);
  }

  private static int mark(Request request) throws IOException, UsageException {
    LockRange range = request.range(request.table(1));
    if (request.has("dry-run")) {
      throw new UsageException("'vacuum mark' changes nothing in HBase: it needs no --dry-run.");
    }
    if (request.has("horizon-hours")) {
      throw new UsageException(
          "--horizon-hours is for 'vacuum sweep': 'vacuum mark' deletes nothing.");
    }
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      long marked =
          tools.markForVacuum(range, Path.of(request.word(2)), request.terminal()::progress);
      JsonObject json = new JsonObject();
      json.addProperty("file", request.word(2));
      json.addProperty("marked", marked);
      request.print(String.format("%,d locks marked in '%s'", marked, request.word(2)), json);
      return ExitStatus.GOOD;
    }
  }

  private static int sweep(Request request) throws IOException, UsageException {
    if (request.has("start-row") || request.has("stop-row")) {
      throw new UsageException(
          "--start-row and --stop-row are for 'vacuum mark': 'vacuum sweep' takes all of FILE.");
    }
    Path file = Path.of(request.word(1));
    long hours = request.number("horizon-hours", LockTools.DEFAULT_HORIZON.toHours());
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      VacuumReport report =
          tools.sweep(
              file, Duration.ofHours(hours), request.has("dry-run"), request.terminal()::progress);
      request.print(line(report, request.has("dry-run")), json(report, request.has("dry-run")));
      return report.unknown() == 0 ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
  }

  private static String line(VacuumReport report, boolean dryRun) {
    return String.format(
        "%,d locks %s; kept: %,d that have changed, %,d of rows with data, %,d too new, %,d whose"
            + " answer was lost; %,d were gone already",
        report.deleted(),
        dryRun ? "would be deleted" : "deleted",
        report.changed(),
        report.withData(),
        report.tooNew(),
        report.unknown(),
        report.gone());
  }

  private static JsonObject json(VacuumReport report, boolean dryRun) {
    JsonObject json = new JsonObject();
    json.addProperty("dryRun", dryRun);
    json.addProperty("deleted", report.deleted());
    json.addProperty("gone", report.gone());
    json.addProperty("changed", report.changed());
    json.addProperty("withData", report.withData());
    json.addProperty("tooNew", report.tooNew());
    json.addProperty("unknown", report.unknown());
    return json;
  }
}
