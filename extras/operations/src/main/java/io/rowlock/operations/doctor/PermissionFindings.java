package io.rowlock.operations.doctor;

import static java.util.stream.Collectors.joining;

import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.TablePermission;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What this user may do with transactional tables, and which users may write the locks.
 *
 * @param user the short name
 */
record PermissionFindings(Admin admin, String user) {

  private static final List<Action> NEEDED = List.of(Action.READ, Action.WRITE);

  List<ClusterFinding> of(List<TableStatus> tables) throws IOException {
    if (!admin.getSecurityCapabilities().contains(SecurityCapability.AUTHORIZATION)) {
      return List.of(unchecked());
    }
    List<ClusterFinding> findings = new ArrayList<>();
    for (TableStatus table : tables) {
      addMissing(table, findings);
      addWriters(table, findings);
    }
    return findings;
  }

  private static ClusterFinding unchecked() {
    return ClusterFinding.note(
        Area.PERMISSIONS,
        "permissions",
        "not checked",
        "HBase checks no permissions: every user may read and write all tables, and nothing guards"
            + " the locks from plain deletes of rows ('rowlock guard TABLE')");
  }

  private void addMissing(TableStatus table, List<ClusterFinding> findings) throws IOException {
    List<TablePermission> needed = new ArrayList<>();
    for (byte[] family : table.descriptor().getColumnFamilyNames()) {
      for (Action action : NEEDED) {
        Permission.Builder needing = Permission.newBuilder(table.table()).withFamily(family);
        needed.add((TablePermission) needing.withActions(action).build());
      }
    }
    Iterator<Boolean> granted = admin.hasUserPermissions(List.copyOf(needed)).iterator();
    needed.removeIf(permission -> granted.next());
    if (!needed.isEmpty()) {
      findings.add(missing(table.table(), needed));
    }
  }

  private static String place(TablePermission permission) {
    String letter = Character.toString((char) permission.getActions()[0].code());
    return letter + " on '" + Bytes.toStringBinary(permission.getFamily()) + "'";
  }

  private ClusterFinding missing(TableName table, List<TablePermission> missing) {
    String message =
        "user '%s' cannot do all of what transactions and 'rowlock resolve' need. That is right for"
            + " a user without transactions, which must not have W on '_lock'";
    return new ClusterFinding(
        Severity.WARNING,
        Area.PERMISSIONS,
        Optional.of(table),
        "permissions of this user",
        "without " + missing.stream().map(PermissionFindings::place).collect(joining(", ")),
        message.formatted(user),
        "grant '" + user + "', 'RW', '" + table + "'");
  }

  private static void addWriters(TableStatus table, List<ClusterFinding> findings) {
    table
        .guard()
        .filter(guard -> !guard.writers().isEmpty())
        .ifPresent(
            guard ->
                findings.add(
                    new ClusterFinding(
                        Severity.NOTE,
                        Area.PERMISSIONS,
                        Optional.of(table.table()),
                        "users that may write the locks",
                        String.join(", ", guard.writers()),
                        "a program that deletes rows without transactions must not run as one of"
                            + " them",
                        "rowlock guard " + table.table() + " --plain USER")));
  }

  /** Returns what this user may not examine; empty if that is nothing. */
  Optional<ClusterFinding> hidden(List<TableStatus> seen) throws IOException {
    List<TableName> hidden = new ArrayList<>(List.of(admin.listTableNames()));
    hidden.removeAll(seen.stream().map(TableStatus::table).toList());
    if (hidden.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        ClusterFinding.ofCluster(
            Severity.NOTE,
            Area.PERMISSIONS,
            "tables that were not examined",
            hidden.stream().map(TableName::getNameAsString).sorted().collect(joining(", ")),
            "user '" + user + "' may not read their descriptors, which needs C",
            "grant '" + user + "', 'C', '" + hidden.get(0) + "'"));
  }
}
