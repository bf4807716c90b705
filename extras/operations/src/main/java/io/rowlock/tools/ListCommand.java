package io.rowlock.tools;

import io.rowlock.TableFinding;
import io.rowlock.operations.GuardReport;
import io.rowlock.operations.doctor.TableStatus;
import io.rowlock.operations.doctor.TableStatus.State;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists transactional tables. */
@Command(
    name = "list",
    description = {
      "Lists the tables with transactions, and their problems; status 3 if one cannot be written.",
      "Shows whether each is enabled, half enabled (enabling was interrupted, or a part of it is"
          + " gone) or closed (it is being disabled), its floor, its durability, and which users may"
          + " write its locks. Of a cluster that checks permissions it shows the tables that this"
          + " user may alter."
    })
final class ListCommand extends RowlockCommand {

  private static final Gson GSON = new Gson();

  @Option(names = "--all", description = "tables without transactions, too")
  private boolean all;

  @Override
  boolean run() throws IOException {
    try (Cluster cluster = request.connect()) {
      List<TableStatus> tables =
          cluster.doctor().tables().stream()
              .filter(table -> all || table.state() != State.PLAIN)
              .toList();
      tables.forEach(this::print);
      request.terminal().remark(tables.size() + " tables");
      return tables.stream().allMatch(table -> table.state() == State.PLAIN || table.isFit());
    }
  }

  private void print(TableStatus table) {
    request.print(line(table), json(table));
  }

  static String line(TableStatus table) {
    StringBuilder line = new StringBuilder();
    line.append(table.state()).append(' ').append(table.table());
    line.append(table.isOnline() ? "" : ", offline: HBase does not serve it");
    if (table.state() != State.PLAIN) {
      table.floor().ifPresent(floor -> line.append(", floor ").append(Instant.ofEpochMilli(floor)));
      line.append(", ").append(table.durability());
      line.append(table.hasRegionCommit() ? ", region commit" : ", no region commit");
      String unknown = table.hasLocks() ? ", guard unknown (needs A)" : ", no locks";
      line.append(table.guard().map(ListCommand::guard).orElse(unknown));
    }
    for (TableFinding found : table.findings()) {
      line.append("\n  ").append(found.severity()).append(' ');
      line.append(found.setting()).append(": ").append(found.message());
    }
    return line.toString();
  }

  private static String guard(GuardReport guard) {
    if (!guard.enforced()) {
      return ", no guard (HBase checks no permissions)";
    }
    String writers = guard.writers().isEmpty() ? "none" : String.join(", ", guard.writers());
    return ", writers of locks: " + writers;
  }

  static JsonObject json(TableStatus table) {
    JsonObject json = Json.of("table", table.table(), "state", table.state());
    json.addProperty("online", table.isOnline());
    table.floor().ifPresent(floor -> json.addProperty("floor", floor));
    json.addProperty("durability", table.durability().name());
    json.addProperty("regionCommit", table.hasRegionCommit());
    table
        .guard()
        .ifPresent(
            guard -> {
              json.addProperty("enforced", guard.enforced());
              json.add("writers", GSON.toJsonTree(guard.writers()));
            });
    JsonArray findings = new JsonArray();
    table.findings().forEach(found -> findings.add(VerifyCommand.json(table.table(), found)));
    json.add("findings", findings);
    return json;
  }
}
