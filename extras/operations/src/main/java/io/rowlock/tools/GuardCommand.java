package io.rowlock.tools;

import com.google.common.base.Splitter;
import io.rowlock.operations.GuardReport;
import io.rowlock.operations.GuardStep;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;
import org.jspecify.annotations.Nullable;

/** Keeps plain users away from the locks of a table. */
final class GuardCommand implements Command {

  /** Stands for the users in the commands, if HBase checks no permissions. */
  private static final Set<String> ANY = Set.of("USER");

  @Override
  public String name() {
    return "guard";
  }

  @Override
  public String arguments() {
    return "TABLE";
  }

  @Override
  public String summary() {
    return "Takes the permission to write locks from plain users; status 3 if some keep it.";
  }

  @Override
  public String details() {
    return "Grants the users W on each family of the table, and takes W on the table from them, so"
        + " that HBase refuses their deletes of whole rows, which would delete locks. Prints each"
        + " change as a command of HBase's shell, and the command that takes it back. Without"
        + " --plain it lists the users that may write the locks. Where HBase checks no permissions"
        + " it changes nothing, prints the commands to run before HBase does, and the status is 3.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(
            CommonOptions.value(
                "plain", "USER,...", "users that write without transactions; groups as @GROUP"))
        .addOption(CommonOptions.flag("dry-run", "report what would be changed, change nothing"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    TableName table = request.table(0);
    Set<String> users = users(request);
    try (Cluster cluster = request.connect()) {
      GuardReport plan = cluster.operations().planGuard(table, users);
      if (!plan.enforced() && users.isEmpty()) {
        plan = cluster.operations().planGuard(table, ANY);
      }
      // Before the first change, because the undo of one that is interrupted would be lost.
      plan.steps().forEach(step -> print(request, table, step));
      GuardReport report =
          request.has("dry-run") || !plan.enforced() || users.isEmpty()
              ? plan
              : cluster.operations().guard(table, users);
      print(request, table, report);
      return report.isGuarded() ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
  }

  private static Set<String> users(Request request) throws UsageException {
    Set<String> users =
        new TreeSet<>(
            Splitter.on(',')
                .trimResults()
                .omitEmptyStrings()
                .splitToList(request.text("plain", "")));
    if (users.isEmpty() && request.has("plain")) {
      throw new UsageException("--plain needs the name of a user.");
    }
    return users;
  }

  private static void print(Request request, TableName table, GuardStep step) {
    request.print(
        "CHANGE " + step.user() + ": " + step.command() + "   # undo: " + step.undo(),
        json(table, "CHANGE", step.user(), step));
  }

  private static void print(Request request, TableName table, GuardReport report) {
    for (String user : report.unguarded()) {
      request.print(
          "UNGUARDED "
              + user
              + ": may write the locks by a grant of a group, the namespace or the cluster, or as a"
              + " superuser",
          json(table, "UNGUARDED", user, null));
    }
    for (String user : report.writers()) {
      request.print("WRITER " + user + ": may write the locks", json(table, "WRITER", user, null));
    }
    request.terminal().remark(remark(request, report));
  }

  private static String remark(Request request, GuardReport report) {
    if (!report.enforced()) {
      return "HBase checks no permissions, so nothing guards the locks, and nothing was done: these"
          + " commands take effect once it does";
    }
    if (report.steps().isEmpty()) {
      return "There was nothing to change";
    }
    return request.has("dry-run") ? "Nothing was done" : report.steps().size() + " changes made";
  }

  private static JsonObject json(
      TableName table, String kind, String user, @Nullable GuardStep step) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("kind", kind);
    json.addProperty("user", user);
    if (step != null) {
      json.addProperty("command", step.command());
      json.addProperty("undo", step.undo());
    }
    return json;
  }
}
