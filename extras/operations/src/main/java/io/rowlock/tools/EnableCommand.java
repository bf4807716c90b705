package io.rowlock.tools;

import io.rowlock.UnsafeTableException;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TableChange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a table transactional. */
@Command(
    name = "enable",
    description = {
      "Makes a table transactional, with its data in place.",
      "Adds the family of the locks and a floor for timestamps to the table's descriptor, and"
          + " HBase's own endpoint for writes of several rows, and reopens its regions, one after"
          + " the other. Does nothing if everything is in place. If --scan raises the floor of a"
          + " table that was enabled before, it waits for forty minutes, until every client knows"
          + " the new floor. It may be repeated after an interruption. With --dry-run the status is"
          + " 3 if the table would be refused."
    })
final class EnableCommand extends RowlockCommand {

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Option(
      names = "--scan",
      description = "find cells with timestamps from the future, set the floor above")
  private boolean scan;

  @Option(
      names = "--no-region-commit",
      description = "do not add HBase's MultiRowMutationEndpoint to the table")
  private boolean noRegionCommit;

  @Option(
      names = "--dry-run",
      description = "report what would be changed or refused, change nothing")
  private boolean dryRun;

  @Override
  boolean run() throws IOException {
    EnableOptions options =
        EnableOptions.builder().scan(scan).regionCommit(!noRegionCommit).build();
    Terminal terminal = request.terminal();
    try (Cluster cluster = request.connect()) {
      if (dryRun) {
        return plan(cluster, options);
      }
      cluster
          .admin()
          .enable(table, options, terminal::progress, terminal::progress, terminal::progress);
      request.print("Table '" + table + "' is transactional", "table", table, "enabled", true);
      return true;
    }
  }

  private boolean plan(Cluster cluster, EnableOptions options) throws IOException {
    Terminal terminal = request.terminal();
    try {
      List<TableChange> changes = cluster.admin().planEnable(table, options, terminal::progress);
      print(request, table, changes);
      terminal.remark(changes.isEmpty() ? "Everything is in place" : "Nothing was done");
      return true;
    } catch (UnsafeTableException refused) {
      VerifyCommand.print(request, table, refused.findings());
      terminal.remark("'enable' would refuse the table. Nothing was done");
      return false;
    }
  }

  static void print(Request request, TableName table, List<TableChange> changes) {
    for (TableChange change : changes) {
      String line = "CHANGE " + change.setting() + ": " + change.message();
      request.print(line, "table", table, "setting", change.setting(), "change", change.message());
    }
  }
}
