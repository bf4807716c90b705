package io.rowlock.operations;

import io.rowlock.admin.TableChange;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.admin.Transactional;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Lists what disabling does to a table, in its order. */
final class DisableChanges {

  private DisableChanges() {}

  /**
   * Returns the changes.
   *
   * @param unsettled the number of locks that are not stable
   */
  static List<TableChange> of(
      TableDescriptor now, long unsettled, Duration wait, HiddenWrites.Ahead ahead) {
    List<TableChange> changes = new ArrayList<>();
    changes.add(closing(now, wait));
    changes.add(
        new TableChange("LOCKS", "settles the locks that are not stable: " + unsettled + " now"));
    if (ahead.isHiding()) {
      String until = "waits until %s, when plain writes are visible; longer if commits go on";
      changes.add(
          new TableChange("TIMESTAMP", until.formatted(Instant.ofEpochMilli(ahead.newest()))));
    }
    if (TableRules.lockFamily(now) != null) {
      String message = "removes the column family '" + LockFamily.name() + "' with all locks";
      changes.add(new TableChange("COLUMN_FAMILIES", message));
    }
    if (Floor.lowest(now) > 0) {
      changes.add(new TableChange(Floor.KEY, "removes the floor for timestamps"));
    }
    if (now.hasCoprocessor(Transactional.ENDPOINT)) {
      changes.add(new TableChange("COPROCESSORS", endpoint(Transactional.hasOwnEndpoint(now))));
    }
    return changes;
  }

  private static TableChange closing(TableDescriptor now, Duration wait) {
    String start = Transactional.isClosed(now) ? "goes on refusing commits" : "refuses commits";
    String message = "%s from now on, and waits for %d minutes until every client knows that";
    return new TableChange(Transactional.DISABLING_KEY, message.formatted(start, wait.toMinutes()));
  }

  private static String endpoint(boolean isOwn) {
    return isOwn
        ? "removes HBase's endpoint " + Transactional.ENDPOINT
        : "keeps HBase's endpoint " + Transactional.ENDPOINT + ", which enabling has not added";
  }
}
