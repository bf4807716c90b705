package io.rowlock.tools;

import io.rowlock.TableFinding;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
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
    DataFindings findings = new DataFindings(request, samples > 0 ? samples : DEFAULT_SAMPLES);
    try (LockTools tools = cluster.openLockTools()) {
      tools.verifyData(range, findings::add, request.terminal()::progress);
    }
    findings.printCounts();
    if (findings.isEmpty()) {
      request.terminal().remark("No plain client has left a trace");
    }
    return findings.isEmpty();
  }

  static void print(Request request, TableName table, List<TableFinding> findings) {
    for (TableFinding finding : findings) {
      JsonObject json = Json.of("table", table, "severity", finding.severity());
      json.addProperty("setting", finding.setting());
      json.addProperty("message", finding.message());
      String line = finding.severity() + " " + finding.setting() + ": " + finding.message();
      request.print(line, json);
    }
  }
}
