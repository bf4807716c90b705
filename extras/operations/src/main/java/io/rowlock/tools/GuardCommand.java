package io.rowlock.tools;

import io.rowlock.operations.GuardReport;
import io.rowlock.operations.GuardStep;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps plain users away from the locks of a table. */
@Command(
    name = "guard",
    description = {
      "Takes the permission to write locks from plain users; status 3 if some keep it.",
      "Grants the users W on each family of the table, and takes W on the table from them, so that"
          + " HBase refuses their deletes of whole rows, which would delete locks. Prints each"
          + " change as a command of HBase's shell, and the command that takes it back. Without"
          + " --plain it lists the users that may write the locks. Where HBase checks no"
          + " permissions it changes nothing, prints the commands to run before HBase does, and the"
          + " status is 3."
    })
final class GuardCommand extends RowlockCommand {

  /** Stands for the users in the commands, if HBase checks no permissions. */
  private static final Set<String> ANY = Set.of("USER");

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Option(
      names = "--plain",
      paramLabel = "USER,...",
      description = "users that write without transactions; groups as @GROUP")
  private @Nullable String plain;

  @Option(names = "--dry-run", description = "report what would be changed, change nothing")
  private boolean dryRun;

  @Override
  boolean run() throws IOException {
    Set<String> users = plainUsers();
    refuse(plain != null && users.isEmpty(), "--plain needs the name of a user");
    try (Cluster cluster = request.connect()) {
      GuardReport plan = cluster.operations().planGuard(table, users);
      if (!plan.enforced() && users.isEmpty()) {
        plan = cluster.operations().planGuard(table, ANY);
      }
      // Before the first change, because the undo of one that is interrupted would be lost.
      plan.steps().forEach(this::print);
      GuardReport report =
          dryRun || !plan.enforced() || users.isEmpty()
              ? plan
              : cluster.operations().guard(table, users);
      print(report);
      return report.isGuarded();
    }
  }

  private Set<String> plainUsers() {
    Splitter names = Splitter.on(',').trimResults().omitEmptyStrings();
    return new TreeSet<>(names.splitToList(plain == null ? "" : plain));
  }

  private void print(GuardStep step) {
    JsonObject json = json("CHANGE", step.user());
    json.addProperty("command", step.command());
    json.addProperty("undo", step.undo());
    request.print(
        "CHANGE " + step.user() + ": " + step.command() + "   # undo: " + step.undo(), json);
  }

  private void print(GuardReport report) {
    for (String user : report.unguarded()) {
      request.print(
          "UNGUARDED "
              + user
              + ": may write the locks by a grant of a group, the namespace or the cluster, or as a"
              + " superuser",
          json("UNGUARDED", user));
    }
    for (String user : report.writers()) {
      request.print("WRITER " + user + ": may write the locks", json("WRITER", user));
    }
    request.terminal().remark(remark(report));
  }

  private String remark(GuardReport report) {
    if (!report.enforced()) {
      return "HBase checks no permissions, so nothing guards the locks, and nothing was done: these"
          + " commands take effect once it does";
    }
    if (report.steps().isEmpty()) {
      return "There was nothing to change";
    }
    return dryRun ? "Nothing was done" : report.steps().size() + " changes made";
  }

  private JsonObject json(String kind, String user) {
    return Json.of("table", table, "kind", kind, "user", user);
  }
}
