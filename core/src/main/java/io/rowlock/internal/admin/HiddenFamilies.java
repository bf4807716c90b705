package io.rowlock.internal.admin;

import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the families that this user may not read, whose cells HBase omits from scans without an
 * error.
 */
public final class HiddenFamilies {

  private static final Logger LOG = LoggerFactory.getLogger(HiddenFamilies.class);

  private HiddenFamilies() {}

  /**
   * Fails if the table has such families besides that of the locks, and if this cannot be
   * determined although permissions are checked.
   */
  public static void requireNone(Admin admin, TableDescriptor table) throws IOException {
    List<byte[]> families =
        table.getColumnFamilyNames().stream()
            .filter(family -> !LockColumn.isFamily(family))
            .toList();
    requireNone(admin, table, families, "its newest timestamp");
  }

  /**
   * Fails like the method above, also for the family of the locks.
   *
   * @param what the scan would not show
   */
  public static void requireNoneAtAll(Admin admin, TableDescriptor table, String what)
      throws IOException {
    requireNone(admin, table, List.copyOf(table.getColumnFamilyNames()), what);
  }

  private static void requireNone(
      Admin admin, TableDescriptor table, List<byte[]> families, String what) throws IOException {
    int hidden = granted(admin, table, families).indexOf(false);
    if (hidden >= 0) {
      throw new AccessDeniedException(
          String.format(
              "This user may not read the column family '%2$s' of table '%1$s' (permission R),"
                  + " without which a scan does not show %3$s: grant it, in HBase's"
                  + " shell by grant USER, 'R', '%1$s', '%2$s'",
              table.getTableName().getNameAsString(),
              Bytes.toStringBinary(families.get(hidden)),
              what));
    }
  }

  /**
   * Returns an empty list if no permissions are checked: then the master has no access controller.
   */
  private static List<Boolean> granted(Admin admin, TableDescriptor table, List<byte[]> families)
      throws IOException {
    try {
      return admin.hasUserPermissions(
          families.stream()
              .map(family -> Permission.newBuilder(table.getTableName()).withFamily(family))
              .map(family -> family.withActions(Permission.Action.READ).build())
              .toList());
    } catch (IOException unanswered) {
      if (String.valueOf(unanswered.getMessage()).contains("is not loaded")) {
        LOG.debug("HBase checks no permissions", unanswered);
        return List.of();
      }
      String message =
          "The master does not report which column families of table '%s' this user may read,"
              + " without which a scan may not show all data: try again";
      throw new IOException(message.formatted(table.getTableName().getNameAsString()), unanswered);
    }
  }
}
