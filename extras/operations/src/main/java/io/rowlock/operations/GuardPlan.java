package io.rowlock.operations;

import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.store.LockColumn;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Moves the permission to write from the whole table to its families, without that of the locks.
 * HBase then refuses a plain delete of a row as a whole, because it covers all families. Other
 * permissions stay.
 */
record GuardPlan(TableDescriptor table, List<TableGrant> present) {

  /**
   * One change of a grant.
   *
   * @param before without actions if there was none
   */
  record Change(TableGrant before, TableGrant after) {

    GuardStep step() {
      boolean reduces = before.actions().size() > after.actions().size();
      return new GuardStep(
          after.user(),
          reduces ? after.commandToReduce() : after.command(),
          reduces ? before.command() : before.commandToReduce());
    }
  }

  /** Returns the changes, those that grant first: the user can write all the time. */
  List<Change> changesOf(String user) {
    List<TableGrant> own = present.stream().filter(grant -> grant.user().equals(user)).toList();
    List<Change> changes = new ArrayList<>();
    if (own.stream().anyMatch(grant -> isTableWide(grant) && grant.allows(Action.WRITE))) {
      for (byte[] family : table.getColumnFamilyNames()) {
        if (!LockColumn.isFamily(family)) {
          addWrite(user, Bytes.toStringBinary(family), changes);
        }
      }
    }
    own.stream()
        .filter(GuardPlan::reachesLocks)
        .forEach(grant -> changes.add(new Change(grant, grant.without(Action.WRITE))));
    return changes;
  }

  private void addWrite(String user, String family, List<Change> changes) {
    TableGrant nothing =
        new TableGrant(user, table.getTableName(), family, null, EnumSet.noneOf(Action.class));
    TableGrant before = present.stream().filter(nothing::isSamePlace).findFirst().orElse(nothing);
    if (!before.allows(Action.WRITE)) {
      changes.add(new Change(before, before.with(Action.WRITE)));
    }
  }

  /** Returns the users that these grants allow to write the locks, except the given ones. */
  List<String> writersExcept(Set<String> users) {
    Set<String> writers = new TreeSet<>();
    present.stream().filter(GuardPlan::reachesLocks).forEach(grant -> writers.add(grant.user()));
    writers.removeAll(users);
    return List.copyOf(writers);
  }

  private static boolean reachesLocks(TableGrant grant) {
    return grant.allows(Action.WRITE)
        && (isTableWide(grant) || LockFamily.name().equals(grant.family()));
  }

  private static boolean isTableWide(TableGrant grant) {
    return grant.family() == null;
  }
}
