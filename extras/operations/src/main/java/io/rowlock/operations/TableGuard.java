package io.rowlock.operations;

import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.security.access.GetUserPermissionsRequest;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;

/** Keeps plain users away from the locks of a table, by HBase's permissions ({@link GuardPlan}). */
final class TableGuard {

  private final Admin admin;
  private final TableDescriptor table;
  private final Set<String> plainUsers;

  TableGuard(Admin admin, TableName name, Set<String> plainUsers) throws IOException {
    this.admin = admin;
    this.table = admin.getDescriptor(name);
    this.plainUsers = new TreeSet<>(plainUsers);
    if (TableRules.lockFamily(table) == null) {
      throw LockFamily.isMissing(name, null);
    }
  }

  /**
   * Returns the report.
   *
   * @param apply whether to take the steps, where HBase checks permissions
   */
  GuardReport report(boolean apply) throws IOException {
    return isEnforced() ? enforced(apply) : notEnforced();
  }

  private boolean isEnforced() throws IOException {
    return admin.getSecurityCapabilities().contains(SecurityCapability.AUTHORIZATION);
  }

  private List<TableGrant> present() throws IOException {
    return admin
        .getUserPermissions(GetUserPermissionsRequest.newBuilder(table.getTableName()).build())
        .stream()
        .map(TableGrant::of)
        .toList();
  }

  /** No grants are known: assumes those that a plain user of a table usually has. */
  private List<TableGrant> assumed() {
    Set<Action> all = EnumSet.of(Action.READ, Action.WRITE);
    return plainUsers.stream()
        .map(user -> new TableGrant(user, table.getTableName(), null, null, all))
        .toList();
  }

  private GuardReport notEnforced() {
    List<GuardPlan.Change> changes = changes(new GuardPlan(table, assumed()));
    return new GuardReport(false, steps(changes), List.of(), List.of());
  }

  private GuardReport enforced(boolean apply) throws IOException {
    GuardPlan plan = new GuardPlan(table, present());
    List<GuardPlan.Change> changes = changes(plan);
    if (apply) {
      for (GuardPlan.Change change : changes) {
        set(change.after());
      }
    }
    List<String> unguarded = new ArrayList<>();
    for (String user : plainUsers) {
      boolean isDue = !apply && !plan.changesOf(user).isEmpty();
      if (!isDue && mayWriteLocks(user)) {
        unguarded.add(user);
      }
    }
    return new GuardReport(true, steps(changes), unguarded, plan.writersExcept(plainUsers));
  }

  private List<GuardPlan.Change> changes(GuardPlan plan) {
    return plainUsers.stream().flatMap(user -> plan.changesOf(user).stream()).toList();
  }

  private static List<GuardStep> steps(List<GuardPlan.Change> changes) {
    return changes.stream().map(GuardPlan.Change::step).toList();
  }

  /** Replaces what was granted in this place. */
  private void set(TableGrant grant) throws IOException {
    if (grant.actions().isEmpty()) {
      admin.revoke(grant.permission());
    } else {
      admin.grant(grant.permission(), false);
    }
  }

  /**
   * Asks HBase, which also knows groups, superusers, and grants on the namespace and the cluster.
   */
  private boolean mayWriteLocks(String user) throws IOException {
    Permission writing =
        Permission.newBuilder(table.getTableName())
            .withFamily(LockColumn.family())
            .withActions(Action.WRITE)
            .build();
    return !user.startsWith("@") && admin.hasUserPermissions(user, List.of(writing)).get(0);
  }
}
