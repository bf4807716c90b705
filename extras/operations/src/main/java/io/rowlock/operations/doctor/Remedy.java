package io.rowlock.operations.doctor;

import io.rowlock.TableFinding;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.Transactional;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The present value of a setting that was found to be wrong, and the command that mends it.
 *
 * @param value as the descriptor contains it
 * @param command of {@code rowlock}, or of HBase's shell
 */
record Remedy(String value, String command) {

  /** What settings of families must be, as HBase's shell spells it. */
  private static final Map<String, String> OF_FAMILY =
      Map.of(
          "TTL", "'FOREVER'",
          "VERSIONS", "1",
          "MIN_VERSIONS", "0",
          "KEEP_DELETED_CELLS", "'FALSE'",
          "NEW_VERSION_BEHAVIOR", "'false'",
          "REPLICATION_SCOPE", "'0'");

  static Remedy of(TableDescriptor table, TableFinding finding) {
    String name = table.getTableName().getNameAsString();
    String setting = finding.setting();
    return switch (setting) {
      case "COLUMN_FAMILIES" -> new Remedy(families(table), "rowlock enable " + name);
      case Floor.KEY, Floor.RAISED_KEY ->
          new Remedy(value(table, setting), "rowlock enable " + name);
      case Transactional.DISABLING_KEY ->
          new Remedy(value(table, setting), "rowlock disable " + name);
      case "READONLY" -> new Remedy("true", alter(name, "READONLY => 'false'"));
      case "DURABILITY" ->
          new Remedy(table.getDurability().name(), alter(name, "DURABILITY => 'SYNC_WAL'"));
      default -> ofFamilyOrValue(table, name, setting);
    };
  }

  private static Remedy ofFamilyOrValue(TableDescriptor table, String name, String setting) {
    int dot = setting.lastIndexOf('.');
    String family = setting.substring(0, Math.max(0, dot));
    String attribute = setting.substring(dot + 1);
    @Nullable String needed = OF_FAMILY.get(attribute);
    @Nullable ColumnFamilyDescriptor found = table.getColumnFamily(Bytes.toBytes(family));
    if (needed == null || found == null) {
      String unset = "METHOD => 'table_att_unset', NAME => '" + setting + "'";
      return new Remedy(value(table, setting), alter(name, unset));
    }
    String change = "{NAME => '%s', %s => %s}".formatted(family, attribute, needed);
    return new Remedy(
        String.valueOf(Bytes.toString(found.getValue(Bytes.toBytes(attribute)))),
        alter(name, change));
  }

  private static String alter(String table, String change) {
    return "alter '" + table + "', " + change;
  }

  private static String families(TableDescriptor table) {
    return String.join(
        ", ", table.getColumnFamilyNames().stream().map(Bytes::toStringBinary).toList());
  }

  private static String value(TableDescriptor table, String setting) {
    @Nullable String value = table.getValue(setting);
    return value == null ? "none" : value;
  }
}
