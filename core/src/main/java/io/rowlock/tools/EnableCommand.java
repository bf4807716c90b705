package io.rowlock.tools;

import io.rowlock.EnableOptions;
import io.rowlock.TableFinding;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Makes a table transactional. */
final class EnableCommand implements Command {

  @Override
  public String name() {
    return "enable";
  }

  @Override
  public String arguments() {
    return "TABLE";
  }

  @Override
  public String summary() {
    return "Makes a table transactional, with its data in place.";
  }

  @Override
  public String details() {
    return "Adds the family of the locks and a floor for timestamps to the table's descriptor, and"
        + " HBase's own endpoint for writes of several rows, and reopens its regions, one after the"
        + " other. Does nothing where all is in place. May be repeated when it was interrupted.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(
            CommonOptions.flag(
                "scan", "look for cells with timestamps from the future, and go above"))
        .addOption(
            CommonOptions.flag(
                "no-region-commit", "do not add HBase's MultiRowMutationEndpoint to the table"))
        .addOption(CommonOptions.flag("dry-run", "say what is missing, change nothing"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    TableName table = request.table(0);
    try (Cluster cluster = request.connect()) {
      if (request.has("dry-run")) {
        List<TableFinding> findings = cluster.admin().verify(table);
        findings.forEach(
            finding ->
                request.print(VerifyCommand.line(finding), VerifyCommand.json(table, finding)));
        request.terminal().remark("Nothing was done");
        return ExitStatus.GOOD;
      }
      EnableOptions options =
          EnableOptions.builder()
              .scan(request.has("scan"))
              .regionCommit(!request.has("no-region-commit"))
              .build();
      cluster.admin().enable(table, options, request.terminal()::progress);
      JsonObject json = new JsonObject();
      json.addProperty("table", table.getNameAsString());
      json.addProperty("enabled", true);
      request.print("Table '" + table.getNameAsString() + "' is transactional", json);
      return ExitStatus.GOOD;
    }
  }
}
