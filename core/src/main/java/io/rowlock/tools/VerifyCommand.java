package io.rowlock.tools;

import io.rowlock.TableFinding;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Checks a table's settings. */
final class VerifyCommand implements Command {

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
    return "Looks at the table's descriptor, not at its rows. Warnings leave the status at 0.";
  }

  @Override
  public Options options() {
    return new Options();
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    TableName table = request.table(0);
    try (Cluster cluster = request.connect()) {
      List<TableFinding> findings = cluster.admin().verify(table);
      print(request, table, findings);
      request.terminal().remark(findings.isEmpty() ? "All is well" : findings.size() + " findings");
      return findings.stream().anyMatch(TableFinding::isError) ? ExitStatus.FOUND : ExitStatus.GOOD;
    }
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
