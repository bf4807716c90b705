package io.rowlock.tools;

import io.rowlock.TableFinding;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Checks a table's settings, and its rows if asked for. */
final class VerifyCommand implements Command {

  private static final long SAMPLES = 20;

  @Override
  public String name() {
    return "verify";
  }

  @Override
  public String arguments() {
    return "TABLE";
  }

  @Override
  public String summary() {
    return "Checks that a table is fit for transactions; status 3 if it is not.";
  }

  @Override
  public String details() {
    return "Looks at the table's descriptor, and with --data also at its rows: it reads all locks, and"
        + " all data that is newer than 'enable', and reports rows that programs have written or"
        + " deleted without a transaction. Warnings leave the status at 0.";
  }

  @Override
  public Options options() {
    return CommonOptions.withRange(
        new Options()
            .addOption(
                CommonOptions.flag("data", "also find rows written or deleted by plain clients"))
            .addOption(
                CommonOptions.value(
                    "samples", "N", "with --data: rows to print of each kind; default 20")));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    LockRange range = request.range(request.table(0));
    long samples = request.number("samples", SAMPLES);
    if (!request.has("data")) {
      requireNoneOf(request, "samples", "start-row", "stop-row");
    }
    try (Cluster cluster = request.connect()) {
      List<TableFinding> findings = cluster.admin().verify(range.table());
      print(request, range.table(), findings);
      boolean isFit = findings.stream().noneMatch(TableFinding::isError);
      if (isFit && request.has("data")) {
        return verifyData(request, cluster, range, samples);
      }
      request.terminal().remark(findings.isEmpty() ? "All is well" : findings.size() + " findings");
      return isFit ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
  }

  private static void requireNoneOf(Request request, String... options) throws UsageException {
    for (String option : options) {
      if (request.has(option)) {
        throw new UsageException("--" + option + " is for --data.");
      }
    }
  }

  private static int verifyData(Request request, Cluster cluster, LockRange range, long samples)
      throws IOException {
    DataFindings findings = new DataFindings(request, samples);
    try (LockTools tools = cluster.openLockTools()) {
      tools.verifyData(range, findings::add, request.terminal()::progress);
    }
    findings.printCounts();
    if (findings.isEmpty()) {
      request.terminal().remark("No plain client has left a trace");
    }
    return findings.isEmpty() ? ExitStatus.GOOD : ExitStatus.FOUND;
  }

  static void print(Request request, TableName table, List<TableFinding> findings) {
    findings.forEach(finding -> request.print(line(finding), json(table, finding)));
  }

  private static String line(TableFinding finding) {
    return finding.severity() + " " + finding.setting() + ": " + finding.message();
  }

  private static JsonObject json(TableName table, TableFinding finding) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("severity", finding.severity().name());
    json.addProperty("setting", finding.setting());
    json.addProperty("message", finding.message());
    return json;
  }
}
