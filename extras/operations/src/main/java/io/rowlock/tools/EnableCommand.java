package io.rowlock.tools;

import io.rowlock.UnsafeTableException;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TableChange;
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
        + " HBase's own endpoint for writes of several rows, and reopens its regions, one"
        + " after the other. Does nothing if everything is in place. If --scan raises the"
        + " floor of a table that was enabled before, it waits for forty minutes, until"
        + " every client knows the new floor. It may be repeated after an interruption. With"
        + " --dry-run the status is 3 if the table would be refused.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(
            CommonOptions.flag(
                "scan", "find cells with timestamps from the future, set the floor above"))
        .addOption(
            CommonOptions.flag(
                "no-region-commit", "do not add HBase's MultiRowMutationEndpoint to the table"))
        .addOption(
            CommonOptions.flag(
                "dry-run", "report what would be changed or refused, change nothing"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    TableName table = request.table(0);
    try (Cluster cluster = request.connect()) {
      return request.has("dry-run")
          ? plan(request, cluster, table)
          : enable(request, cluster, table);
    }
  }

  private static EnableOptions options(Request request) {
    return EnableOptions.builder()
        .scan(request.has("scan"))
        .regionCommit(!request.has("no-region-commit"))
        .build();
  }

  private static int enable(Request request, Cluster cluster, TableName table) throws IOException {
    Terminal terminal = request.terminal();
    cluster
        .admin()
        .enable(
            table, options(request), terminal::progress, terminal::progress, terminal::progress);
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("enabled", true);
    request.print("Table '" + table.getNameAsString() + "' is transactional", json);
    return ExitStatus.GOOD;
  }

  private static int plan(Request request, Cluster cluster, TableName table) throws IOException {
    Terminal terminal = request.terminal();
    try {
      List<TableChange> changes =
          cluster.admin().planEnable(table, options(request), terminal::progress);
      print(request, table, changes);
      terminal.remark(changes.isEmpty() ? "Everything is in place" : "Nothing was done");
      return ExitStatus.GOOD;
    } catch (UnsafeTableException refused) {
      VerifyCommand.print(request, table, refused.findings());
      terminal.remark("'enable' would refuse the table. Nothing was done");
      return ExitStatus.FOUND;
    }
  }

  static void print(Request request, TableName table, List<TableChange> changes) {
    changes.forEach(change -> request.print(line(change), json(table, change)));
  }

  private static String line(TableChange change) {
    return "CHANGE " + change.setting() + ": " + change.message();
  }

  private static JsonObject json(TableName table, TableChange change) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("setting", change.setting());
    json.addProperty("change", change.message());
    return json;
  }
}
