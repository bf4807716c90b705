package io.rowlock.tools;

import io.rowlock.TableFinding;
import io.rowlock.operations.DataFinding;
import io.rowlock.operations.DataFinding.Kind;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a table's settings, and its rows if asked for. */
@Command(
    name = "verify",
    description = {
      "Checks that a table is fit for transactions; status 3 if it is not.",
      "Looks at the table's descriptor, and with --data also at its rows: it reads all locks, and"
          + " all data that is newer than 'enable', and reports rows that programs have written or"
          + " deleted without a transaction. Warnings leave the status at 0."
    })
final class VerifyCommand extends RowlockCommand {

  private static final long DEFAULT_SAMPLES = 20;

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Option(names = "--data", description = "also find rows written or deleted by plain clients")
  private boolean data;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "with --data: rows to print of each kind; default 20")
  private long samples;

  @Mixin private RangeOptions rows;

  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

  @Override
  boolean run() throws IOException {
    refuse(!data && samples > 0, "--samples is for --data");
    refuse(!data && rows.isGiven(), "--start-row and --stop-row are for --data");
    LockRange range = rows.of(table);
    try (Cluster cluster = request.connect()) {
      List<TableFinding> findings = cluster.admin().verify(table);
      print(request, table, findings);
      boolean isFit = findings.stream().noneMatch(TableFinding::isError);
      if (isFit && data) {
        return verifyData(cluster, range);
      }
      request.terminal().remark(findings.isEmpty() ? "All is well" : findings.size() + " findings");
      return isFit;
    }
  }

  private boolean verifyData(Cluster cluster, LockRange range) throws IOException {
    try (LockTools tools = cluster.openLockTools()) {
      tools.verifyData(range, this::add, request.terminal()::progress);
    }
    counts.forEach(this::printCount);
    if (counts.isEmpty()) {
      request.terminal().remark("No plain client has left a trace");
    }
    return counts.isEmpty();
  }

  /** Counts a finding, and prints it if it is one of the first of its kind. */
  private void add(DataFinding finding) {
    long printed = samples > 0 ? samples : DEFAULT_SAMPLES;
    if (counts.merge(finding.kind(), 1L, Long::sum) <= printed) {
      print(finding);
    }
  }

  private void print(DataFinding finding) {
    String problem = finding.kind().problem();
    String row = LockText.row(finding.table(), finding.row());
    JsonObject json = Json.of("table", finding.table(), "kind", finding.kind());
    json.addProperty("row", Bytes.toStringBinary(finding.row()));
    json.addProperty("timestamp", finding.timestamp());
    json.addProperty("message", problem);
    request.print(
        String.format(
            "%s %s: %s, at timestamp %d", finding.kind(), row, problem, finding.timestamp()),
        json);
  }

  /** Prints the number of rows of a kind, and what to do about them. */
  private void printCount(Kind kind, long rows) {
    String line = String.format(Locale.ROOT, "%s rows: %,d; %s", kind, rows, kind.wayOut());
    request.print(line, "kind", kind, "rows", rows, "message", kind.wayOut());
  }

  static void print(Request request, TableName table, List<TableFinding> findings) {
    for (TableFinding finding : findings) {
      String line = finding.severity() + " " + finding.setting() + ": " + finding.message();
      request.print(line, json(table, finding));
    }
  }

  static JsonObject json(TableName table, TableFinding finding) {
    JsonObject json = Json.of("table", table, "severity", finding.severity());
    json.addProperty("setting", finding.setting());
    json.addProperty("message", finding.message());
    return json;
  }
}
