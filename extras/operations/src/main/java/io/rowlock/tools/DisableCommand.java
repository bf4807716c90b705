package io.rowlock.tools;

import io.rowlock.operations.DisableOptions;
import io.rowlock.operations.DisablePlan;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a transactional table a plain one. */
@Command(
    name = "disable",
    description = {
      "Makes a transactional table a plain one again, with its data in place.",
      "Without --yes it asks on a terminal. Refuses commits from the beginning, waits for forty"
          + " minutes until no client commits any more, settles all locks, waits until plain writes"
          + " are visible, and removes the family of the locks, the endpoint if 'enable' has added"
          + " it, and the settings. Does nothing to a plain table. If it fails or is interrupted,"
          + " it must be repeated: the table takes no commits until it has ended. With --dry-run"
          + " the status is 3 if the table would be refused, and also if a person does not confirm."
    })
final class DisableCommand extends RowlockCommand {

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Option(names = "--yes", description = "do it without asking")
  private boolean yes;

  @Option(
      names = "--clients-stopped",
      description =
          "all clients with transactions on the table have ended: wait for two minutes only")
  private boolean clientsStopped;

  @Option(
      names = "--accept-hidden-writes",
      description = "do not refuse a table with timestamps more than an hour ahead")
  private boolean acceptHiddenWrites;

  @Option(
      names = "--dry-run",
      description = "report what would be changed or refused, change nothing")
  private boolean dryRun;

  @Override
  boolean run() throws IOException {
    refuse(yes && dryRun, "--yes and --dry-run contradict each other");
    if (!dryRun && !isConfirmed()) {
      request.terminal().remark("Nothing was done; repeat it with --yes to disable the table");
      return false;
    }
    DisableOptions options =
        DisableOptions.builder()
            .clientsStopped(clientsStopped)
            .acceptHiddenWrites(acceptHiddenWrites)
            .build();
    try (Cluster cluster = request.connect()) {
      if (dryRun) {
        return plan(cluster, options);
      }
      cluster.operations().disable(table, options, request.terminal()::progress);
      request.print("Table '" + table + "' is a plain table", "table", table, "disabled", true);
      return true;
    }
  }

  /** A script that is not answered must not go on as if the table were plain. */
  private boolean isConfirmed() {
    if (yes) {
      return true;
    }
    String answer =
        request
            .terminal()
            .ask(
                "Table '"
                    + table
                    + "' will take no commits from now on, and there is no way back before it is a"
                    + " plain table. Type 'disable' to disable it:");
    if (answer == null) {
      throw wrong(
          "Table '" + table + "' would take no commits from now on: put --yes if that is meant");
    }
    return answer.equals("disable");
  }

  private boolean plan(Cluster cluster, DisableOptions options) throws IOException {
    Terminal terminal = request.terminal();
    DisablePlan plan = cluster.operations().planDisable(table, options, terminal::progress);
    EnableCommand.print(request, table, plan.changes());
    VerifyCommand.print(request, table, plan.obstacles());
    if (!plan.obstacles().isEmpty()) {
      terminal.remark("'disable' would refuse the table. Nothing was done");
      return false;
    }
    terminal.remark(plan.changes().isEmpty() ? "It is a plain table" : "Nothing was done");
    return true;
  }
}
