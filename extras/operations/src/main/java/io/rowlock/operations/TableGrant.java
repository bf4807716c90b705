package io.rowlock.operations;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.TablePermission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a user may do with a table, a family or a column.
 *
 * @param family null for the whole table
 * @param column null for the whole family
 */
record TableGrant(
    String user,
    TableName table,
    @Nullable String family,
    @Nullable String column,
    Set<Action> actions) {

  static TableGrant of(UserPermission granted) {
    TablePermission where = (TablePermission) granted.getPermission();
    return new TableGrant(
        granted.getUser(),
        where.getTableName(),
        where.hasFamily() ? Bytes.toStringBinary(where.getFamily()) : null,
        where.hasQualifier() ? Bytes.toStringBinary(where.getQualifier()) : null,
        actions(List.of(where.getActions())));
  }

  private static Set<Action> actions(List<Action> listed) {
    return listed.isEmpty() ? EnumSet.noneOf(Action.class) : EnumSet.copyOf(listed);
  }

  boolean allows(Action action) {
    return actions.contains(action);
  }

  boolean isSamePlace(TableGrant other) {
    return user.equals(other.user)
        && Objects.equals(family, other.family)
        && Objects.equals(column, other.column);
  }

  TableGrant with(Action action) {
    EnumSet<Action> more = EnumSet.of(action);
    more.addAll(actions);
    return new TableGrant(user, table, family, column, more);
  }

  TableGrant without(Action action) {
    EnumSet<Action> fewer = EnumSet.copyOf(actions);
    fewer.remove(action);
    return new TableGrant(user, table, family, column, fewer);
  }

  /** Returns the permission; one without actions stands for all of this place, as in HBase. */
  UserPermission permission() {
    Permission.Builder permission = Permission.newBuilder(table);
    if (family != null) {
      permission.withFamily(Bytes.toBytesBinary(family));
    }
    if (column != null) {
      permission.withQualifier(Bytes.toBytesBinary(column));
    }
    return new UserPermission(user, permission.withActions(actions.toArray(Action[]::new)).build());
  }

  /** Returns the command that leaves exactly this, whether the shell's grants replace or add. */
  String command() {
    return actions.isEmpty() ? revoke() : grant();
  }

  /** Returns the command that leaves exactly this where more was granted. */
  String commandToReduce() {
    return actions.isEmpty() ? revoke() : revoke() + "; " + grant();
  }

  private String grant() {
    StringBuilder letters = new StringBuilder();
    for (Action action : Action.values()) {
      letters.append(allows(action) ? Character.toString((char) action.code()) : "");
    }
    return "grant '" + user + "', '" + letters + "', " + place();
  }

  private String revoke() {
    return "revoke '" + user + "', " + place();
  }

  private String place() {
    return "'"
        + table.getNameAsString()
        + "'"
        + (family == null ? "" : ", '" + family + "'")
        + (column == null ? "" : ", '" + column + "'");
  }
}
