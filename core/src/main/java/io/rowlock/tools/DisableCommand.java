package io.rowlock.tools;

import io.rowlock.admin.DisableOptions;
import io.rowlock.admin.DisablePlan;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Makes a transactional table a plain one. */
final class DisableCommand implements Command {

  @Override
  public String name() {
    return "disable";
  }

  @Override
  public String arguments() {
    return "TABLE";
  }

  @Override
  public String summary() {
    return "Makes a transactional table a plain one again, with its data in place.";
  }

  @Override
  public String details() {
    return "Refuses commits from the beginning, waits for twenty minutes until no client commits"
        + " any more, settles all locks, waits until plain writes are visible, and removes the"
        + " family of the locks, the endpoint if 'enable' has added it, and the settings. Does"
        + " nothing to a plain table. If it fails or is interrupted, it must be repeated: the table"
        + " takes no commits until it has ended. With --dry-run the status is 3 if the table would"
        + " be refused.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(
            CommonOptions.flag(
                "clients-stopped",
                "all clients with transactions on the table have ended: wait for two minutes only"))
        .addOption(
            CommonOptions.flag(
                "accept-hidden-writes",
                "do not refuse a table with timestamps more than an hour ahead"))
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
          : disable(request, cluster, table);
    }
  }

  private static DisableOptions options(Request request) {
    return DisableOptions.builder()
        .clientsStopped(request.has("clients-stopped"))
        .acceptHiddenWrites(request.has("accept-hidden-writes"))
        .build();
  }

  private static int disable(Request request, Cluster cluster, TableName table) throws IOException {
    cluster.admin().disable(table, options(request), request.terminal()::progress);
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("disabled", true);
    request.print("Table '" + table.getNameAsString() + "' is a plain table", json);
    return ExitStatus.GOOD;
  }

  private static int plan(Request request, Cluster cluster, TableName table) throws IOException {
    Terminal terminal = request.terminal();
    DisablePlan plan = cluster.admin().planDisable(table, options(request), terminal::progress);
    EnableCommand.print(request, table, plan.changes());
    VerifyCommand.print(request, table, plan.obstacles());
    if (!plan.obstacles().isEmpty()) {
      terminal.remark("'disable' would refuse the table. Nothing was done");
      return ExitStatus.FOUND;
    }
    terminal.remark(plan.changes().isEmpty() ? "It is a plain table" : "Nothing was done");
    return ExitStatus.GOOD;
  }
}
