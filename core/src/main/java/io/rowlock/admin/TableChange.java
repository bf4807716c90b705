package io.rowlock.admin;

import io.rowlock.internal.admin.ClientWait;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.admin.Transactional;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * One change that enabling would make to a table.
 *
 * @param setting what would be changed
 * @param message how
 */
public record TableChange(String setting, String message) {

  /**
   * Returns what a table lacks; empty if that is nothing.
   *
   * @param target the same table, made transactional
   */
  static List<TableChange> between(TableDescriptor now, TableDescriptor target) {
    List<TableChange> changes = new ArrayList<>();
    if (TableRules.lockFamily(now) == null) {
      String message = "adds the column family '" + LockFamily.name() + "' for the locks";
      changes.add(new TableChange("COLUMN_FAMILIES", message));
    }
    if (!Floor.of(now).equals(Floor.of(target))) {
      changes.add(new TableChange(Floor.KEY, floor(Floor.of(target).orElseThrow())));
    }
    if (target.hasCoprocessor(Transactional.ENDPOINT)
        && !now.hasCoprocessor(Transactional.ENDPOINT)) {
      String message = "adds HBase's endpoint " + Transactional.ENDPOINT + " for region commits";
      changes.add(new TableChange("COPROCESSORS", message));
    }
    if (Transactional.isRaised(target)) {
      String message =
          "waits for %d minutes, until every client knows the higher floor"
              .formatted(ClientWait.WHOLE.toMinutes());
      changes.add(new TableChange(Floor.RAISED_KEY, message));
    }
    return changes;
  }

  private static String floor(long floor) {
    return String.format(
        "sets the floor for timestamps to %d (%s); later, if it is done later",
        floor, Instant.ofEpochMilli(floor));
  }
}
