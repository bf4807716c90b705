package io.rowlock.operations.doctor;

import io.rowlock.TableFinding;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import io.rowlock.operations.doctor.TableStatus.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the descriptor of a table shows, floors included. */
final class TableFindings {

  /** Enabling puts the floor one minute ahead, by the fastest of two clocks. */
  private static final Duration FLOOR_MAY_LEAD = Duration.ofMinutes(2);

  private TableFindings() {}

  /**
   * Returns the findings of a table.
   *
   * @param serversTime the newest report of a region server; empty if there is none
   */
  static List<ClusterFinding> of(TableStatus table, OptionalLong serversTime) {
    List<ClusterFinding> findings = new ArrayList<>();
    if (!table.isOnline()) {
      findings.add(offline(table));
    }
    TableRules.verify(table.descriptor()).forEach(found -> findings.add(finding(table, found)));
    serversTime.ifPresent(now -> addFloor(table, now, findings));
    return findings;
  }

  private static ClusterFinding finding(TableStatus table, TableFinding found) {
    Remedy remedy = Remedy.of(table.descriptor(), found);
    return finding(
        Severity.valueOf(found.severity().name()),
        table,
        found.setting(),
        remedy.value(),
        found.message(),
        remedy.command());
  }

  private static ClusterFinding finding(
      Severity severity,
      TableStatus table,
      String setting,
      String value,
      String message,
      String command) {
    return new ClusterFinding(
        severity, Area.TABLES, Optional.of(table.table()), setting, value, message, command);
  }

  private static ClusterFinding offline(TableStatus table) {
    return finding(
        Severity.WARNING,
        table,
        "state in HBase",
        "DISABLED",
        "HBase does not serve the table, so no transaction can use it, and its locks stay. They"
            + " also stay in the way of 'rowlock disable' of other tables",
        "enable '" + table.table() + "'");
  }

  private static void addFloor(TableStatus table, long now, List<ClusterFinding> findings) {
    long floor = table.floor().orElse(0);
    if (floor - now > FLOOR_MAY_LEAD.toMillis()) {
      String message =
          "the floor is %d s ahead of the servers' clocks: commits get timestamps above it, and"
              + " plain writes to the same cells stay hidden, until the clocks have passed it. A"
              + " floor is never lowered: wait; or remove what has timestamps ahead, disable the"
              + " table for transactions, and enable it again";
      findings.add(
          finding(
              Severity.WARNING,
              table,
              Floor.KEY,
              floor + " (" + Instant.ofEpochMilli(floor) + ")",
              message.formatted(Duration.ofMillis(floor - now).toSeconds()),
              "rowlock disable " + table.table() + " --dry-run"));
    }
  }

  /** Returns how many tables are transactional. */
  static ClusterFinding summary(List<TableStatus> tables) {
    long enabled = tables.stream().filter(table -> table.state() == State.ENABLED).count();
    return ClusterFinding.note(
        Area.TABLES,
        "tables",
        enabled + " of " + tables.size(),
        "this many of the tables that this user may see are enabled for transactions: 'rowlock list'"
            + " shows them");
  }
}
