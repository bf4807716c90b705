package io.rowlock.tools;

import io.rowlock.operations.doctor.ClusterFinding;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Examines a cluster. */
@Command(
    name = "doctor",
    description = {
      "Examines a cluster and its tables in one report; status 3 if there is an error or a warning.",
      "Looks at the versions, at the clocks of the region servers and of this machine, at"
          + " permissions, at the tables with their floors, and for locks that are older than ten"
          + " minutes or that no client can settle. Each finding names its table and value, and the"
          + " command that mends it. Changes nothing. Reads all locks, which takes long with large"
          + " tables: name some tables, or leave the locks out."
    })
final class DoctorCommand extends RowlockCommand {

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..*",
      description = "tables to examine; default: all with transactions")
  private List<TableName> tables = new ArrayList<>();

  @Option(names = "--no-locks", description = "do not read locks")
  private boolean noLocks;

  private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

  @Override
  boolean run() throws IOException {
    Terminal terminal = request.terminal();
    try (Cluster cluster = request.connect()) {
      cluster.doctor().examine(Set.copyOf(tables), !noLocks, this::add, terminal::progress);
      boolean isWell = count(Severity.ERROR) + count(Severity.WARNING) == 0;
      terminal.remark(
          isWell
              ? "All is well"
              : count(Severity.ERROR) + " errors, " + count(Severity.WARNING) + " warnings");
      return isWell;
    }
  }

  private long count(Severity severity) {
    return counts.getOrDefault(severity, 0L);
  }

  private void add(ClusterFinding finding) {
    counts.merge(finding.severity(), 1L, Long::sum);
    request.print(line(finding), json(finding));
  }

  static String line(ClusterFinding finding) {
    String table = finding.table().map(name -> "table '" + name + "', ").orElse("");
    String line =
        "%s %s: %s%s = %s: %s"
            .formatted(
                finding.severity(),
                finding.area(),
                table,
                finding.setting(),
                finding.value(),
                finding.message());
    return finding.command().isEmpty() ? line : line + "\n  way out: " + finding.command();
  }

  static JsonObject json(ClusterFinding finding) {
    JsonObject json = Json.of("severity", finding.severity(), "area", finding.area());
    finding.table().ifPresent(table -> json.addProperty("table", table.getNameAsString()));
    json.addProperty("setting", finding.setting());
    json.addProperty("value", finding.value());
    json.addProperty("message", finding.message());
    json.addProperty("command", finding.command());
    return json;
  }
}
