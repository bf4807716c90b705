package io.rowlock.connection;

import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** Asks HBase whether a table has the family of the locks. */
record LockFamilyLookup(IoSupplier<Connection> plain) {

  private static final int PATIENCE_MILLIS = 5_000;

  private static final byte[] SOME_ROW = {0};

  /** Returns whether the table has locks. */
  boolean hasLocks(TableName table) throws IOException {
    return hasLocks(table, plain.get().getTableBuilder(table, null), SOME_ROW);
  }

  /** Returns the same. Does not wait long for a region: of two, one may answer. */
  boolean hasLocksNow(TableName table) throws IOException {
    try {
      return hasLocks(table, impatient(table), SOME_ROW);
    } catch (IOException unanswered) {
      if (unanswered instanceof TableNotFoundException || isInterruption(unanswered)) {
        throw unanswered;
      }
      try (RegionLocator regions = plain.get().getRegionLocator(table)) {
        byte[][] starts = regions.getStartKeys();
        if (starts.length > 1) {
          return hasLocks(table, impatient(table), starts[starts.length - 1]);
        }
      } catch (IOException alsoUnanswered) {
        unanswered.addSuppressed(alsoUnanswered);
      }
      throw unanswered;
    }
  }

  private TableBuilder impatient(TableName table) throws IOException {
    return plain.get().getTableBuilder(table, null).setOperationTimeout(PATIENCE_MILLIS);
  }

  private boolean hasLocks(TableName table, TableBuilder builder, byte[] row) throws IOException {
    try (Table opened = builder.build()) {
      var unused = opened.exists(new Get(row).addFamily(LockColumn.family()));
      return true;
    } catch (NoSuchColumnFamilyException missing) {
      return false;
    } catch (AccessDeniedException forbidden) {
      return isDescribedWithLocks(table, forbidden);
    }
  }

  /** Asks the master whether the table has locks. */
  boolean isDescribedWithLocks(TableName table) throws IOException {
    try (Table opened = plain.get().getTable(table)) {
      return opened.getDescriptor().hasColumnFamily(LockColumn.family());
    }
  }

  /** Asks the master, for a user who may read some families of the table only. */
  private boolean isDescribedWithLocks(TableName table, AccessDeniedException forbidden)
      throws IOException {
    try {
      return isDescribedWithLocks(table);
    } catch (AccessDeniedException alsoForbidden) {
      throw new AccessDeniedException(
          "This user cannot find out whether table '%s' is transactional: that needs R on the table"
                  .formatted(table)
              + " or on its family _lock, or C on the table: "
              + forbidden.getMessage());
    }
  }

  /** HBase's client throws a {@code SocketTimeoutException} also when its own time is up. */
  static boolean isInterruption(Throwable failure) {
    return failure instanceof InterruptedException
        || (failure instanceof InterruptedIOException
            && !(failure instanceof SocketTimeoutException));
  }
}
