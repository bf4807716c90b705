package io.rowlock.internal.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds the settings of a table that make transactions on it unsafe.
 *
 * <p>If a lock expires (TTL), is kept in several versions or reappears from under a delete marker,
 * two transactions can hold the same row at once. The settings of a table can be altered at any
 * time, so they are checked whenever its descriptor is read.
 */
public final class TableFlaws {

  private static final String LOCKS = Bytes.toString(LockColumn.family());

  private final TableDescriptor table;
  private final List<Flaw> found = new ArrayList<>();

  private TableFlaws(TableDescriptor table) {
    this.table = table;
  }

  /**
   * One unsafe setting.
   *
   * @param setting with its column family
   * @param message what is wrong, and the way out
   */
  public record Flaw(String setting, String message) {}

  /** Returns the flaws of all families; a table without locks has none for that. */
  public static List<Flaw> of(TableDescriptor table) {
    TableFlaws flaws = new TableFlaws(table);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (LockColumn.isFamily(family.getName())) {
        flaws.checkLocks(family);
      } else {
        flaws.checkUserFamily(family);
      }
    }
    return flaws.found;
  }

  private void checkLocks(ColumnFamilyDescriptor locks) {
    require(locks.getMaxVersions() == 1, "VERSIONS", locks.getMaxVersions(), "1");
    require(locks.getMinVersions() == 0, "MIN_VERSIONS", locks.getMinVersions(), "0");
    require(locks.getTimeToLive() == HConstants.FOREVER, "TTL", locks.getTimeToLive(), "'FOREVER'");
    require(
        locks.getKeepDeletedCells() == KeepDeletedCells.FALSE,
        "KEEP_DELETED_CELLS",
        locks.getKeepDeletedCells(),
        "'FALSE'");
    require(!locks.isNewVersionBehavior(), "NEW_VERSION_BEHAVIOR", true, "'false'");
  }

  private void require(boolean met, String setting, Object value, String needed) {
    if (!met) {
      String name = table.getTableName().getNameAsString();
      String message =
          String.format(
              "the lock family '%1$s' has %2$s => %3$s, where locks need %4$s:"
                  + " alter '%5$s', {NAME => '%1$s', %2$s => %4$s}",
              LOCKS, setting, value, needed, name);
      found.add(new Flaw(LOCKS + "." + setting, message));
    }
  }

  private void checkUserFamily(ColumnFamilyDescriptor family) {
    if (family.isNewVersionBehavior()) {
      String name = family.getNameAsString();
      String message =
          "family '%s' has NEW_VERSION_BEHAVIOR, which orders cells by arrival where transactions"
              + " order them by timestamp: switch it off, or keep the family in another table";
      found.add(new Flaw(name + ".NEW_VERSION_BEHAVIOR", message.formatted(name)));
    }
  }
}
