package io.rowlock.tools;

import io.rowlock.operations.DisableOptions;
import io.rowlock.operations.DisablePlan;
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
    return "Without --yes it asks on a terminal. Refuses commits from the beginning, waits for forty"
        + " minutes until no client commits"
        + " any more, settles all locks, waits until plain writes are visible, and removes the"
        + " family of the locks, the endpoint if 'enable' has added it, and the settings. Does"
        + " nothing to a plain table. If it fails or is interrupted, it must be repeated: the table"
        + " takes no commits until it has ended. With --dry-run the status is 3 if the table would"
        + " be refused, and also if a person does not confirm.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(CommonOptions.flag("yes", "do it without asking"))
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
    request.refuseBoth("yes", "dry-run");
    if (!request.has("dry-run") && !isConfirmed(request, table)) {
      request.terminal().remark("Nothing was done; repeat it with --yes to disable the table");
      return ExitStatus.FOUND;
    }
    try (Cluster cluster = request.connect()) {
      return request.has("dry-run")
          ? plan(request, cluster, table)
          : disable(request, cluster, table);
    }
  }

  /** A script that is not answered must not go on as if the table were plain. */
  private static boolean isConfirmed(Request request, TableName table) throws UsageException {
    if (request.has("yes")) {
      return true;
    }
    String name = table.getNameAsString();
    String answer =
        request
            .terminal()
            .ask(
                "Table '"
                    + name
                    + "' will take no commits from now on, and there is no way back before it is a"
                    + " plain table. Type 'disable' to disable it:");
    if (answer == null) {
      throw new UsageException(
          "Table '" + name + "' would take no commits from now on: put --yes if that is meant.");
    }
    return answer.equals("disable");
  }

  private static DisableOptions options(Request request) {
    return DisableOptions.builder()
        .clientsStopped(request.has("clients-stopped"))
        .acceptHiddenWrites(request.has("accept-hidden-writes"))
        .build();
  }

  private static int disable(Request request, Cluster cluster, TableName table) throws IOException {
    cluster.operations().disable(table, options(request), request.terminal()::progress);
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("disabled", true);
    request.print("Table '" + table.getNameAsString() + "' is a plain table", json);
    return ExitStatus.GOOD;
  }

  private static int plan(Request request, Cluster cluster, TableName table) throws IOException {
    Terminal terminal = request.terminal();
    DisablePlan plan =
        cluster.operations().planDisable(table, options(request), terminal::progress);
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
