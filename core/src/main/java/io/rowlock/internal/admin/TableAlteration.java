package io.rowlock.internal.admin;

import io.rowlock.internal.engine.Blocking;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;

/**
 * Changes a table's descriptor, and waits until its regions are opened with the new one. Each
 * opening of a region leaves a higher sequence number in {@code hbase:meta}, which shows that it
 * happened.
 *
 * <p>HBase accepts whole descriptors only: if a family is added after a descriptor was read,
 * writing that descriptor back removes the family with its files. So a descriptor is read, changed
 * and written at once, and read again to check that the change has stayed, and that no family is
 * gone that was seen meanwhile ({@link AddedFamilies}). If only the family of the locks is missing,
 * and if no region must be reopened, HBase itself keeps other families.
 */
public record TableAlteration(
    Connection connection, Admin admin, Purpose purpose, Listener listener) {

  private static final long MILLIS_BETWEEN_LOOKS = 1000;

  /** Receives how many of the regions have the new descriptor. */
  @FunctionalInterface
  public interface Listener {
    void reopened(int regionsReopened, int regions);
  }

  /** A change of a descriptor. */
  @FunctionalInterface
  public interface Change {

    /**
     * Returns the changed descriptor; the same if it contains the change already.
     *
     * @throws IOException if the table must not be changed
     */
    TableDescriptor apply(TableDescriptor table) throws IOException;
  }

  /**
   * Changes a table and reopens its regions, also if there is nothing to change. Returns when all
   * regions are open again.
   *
   * @throws TimeoutIOException if that takes longer than the configured wait of HBase's client
   */
  public void reopen(TableName table, Change change) throws IOException {
    Map<String, Long> before = openings(table);
    report(before, before);
    TableDescriptor now = admin.getDescriptor(table);
    TableDescriptor target = change.apply(now);
    AddedFamilies added = new AddedFamilies(now);
    await(
        table,
        request(now, target),
        () -> {
          added.see(admin.getDescriptor(table));
          report(before, openings(table));
        });
    report(before, openings(table));
    added.requireKept(confirmed(table, change));
  }

  /**
   * Requests the change. If only the family of the locks is missing, HBase adds it to the families
   * at that moment.
   */
  private Future<Void> request(TableDescriptor now, TableDescriptor target) throws IOException {
    TableDescriptor withLocks =
        TableRules.lockFamily(now) == null
            ? TableDescriptorBuilder.newBuilder(now).setColumnFamily(LockFamily.describe()).build()
            : now;
    return withLocks.equals(target) && !now.equals(target)
        ? admin.addColumnFamilyAsync(now.getTableName(), LockFamily.describe())
        : admin.modifyTableAsync(target);
  }

  /**
   * Makes a change that the regions must know, and reopens them, unless there is nothing to change.
   *
   * @param change leaves a descriptor alone that contains it already
   * @return the resulting table
   */
  public TableDescriptor change(TableName table, Change change) throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    if (!change.apply(now).equals(now)) {
      reopen(table, change);
    }
    return confirmed(table, change);
  }

  /**
   * Makes a change that the regions need not know, and reopens them only if HBase insists.
   *
   * @return the resulting table
   */
  public TableDescriptor set(TableName table, Change change) throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    TableDescriptor target = change.apply(now);
    if (target.equals(now)) {
      return now;
    }
    if (!isSetWithoutReopening(target)) {
      reopen(table, change);
    }
    return confirmed(table, change);
  }

  /**
   * Returns false if HBase refuses such a change: 2.6.1 does so for every table with coprocessors,
   * all versions do if a family was added since the table was read. Older clients of 2.5 cannot
   * request it at all.
   */
  private boolean isSetWithoutReopening(TableDescriptor target) throws IOException {
    try {
      await(target.getTableName(), admin.modifyTableAsync(target, false), () -> {});
      return true;
    } catch (NoSuchMethodError older) {
      return false;
    } catch (HBaseIOException refused) {
      if (String.valueOf(refused.getMessage()).contains("won't reopen regions")) {
        return false;
      }
      throw refused;
    }
  }

  /** Returns the table, after checking that no other program has reverted the change. */
  private TableDescriptor confirmed(TableName table, Change change) throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    if (!change.apply(now).equals(now)) {
      throw takenBack(table);
    }
    return now;
  }

  public IOException takenBack(TableName table) {
    String message =
        "Table '%s' was altered by another program at the same time, which has reverted what %s had"
            + " set: check its descriptor, and %s it again";
    return new IOException(
        message.formatted(table.getNameAsString(), purpose.action, purpose.verb));
  }

  /** Checks at first, and once a second. */
  @FunctionalInterface
  private interface Look {
    void take() throws IOException;
  }

  private void await(TableName table, Future<Void> change, Look look) throws IOException {
    long looks = Math.max(1, admin.getSyncWaitTimeout() / MILLIS_BETWEEN_LOOKS);
    look.take();
    while (!isDone(change)) {
      look.take();
      if (--looks == 0) {
        String message =
            "The regions of table '%s' have not been reopened within %s ms"
                + " (hbase.client.sync.wait.timeout.msec); HBase continues with it: %s the table"
                + " again";
        throw new TimeoutIOException(
            message.formatted(table.getNameAsString(), admin.getSyncWaitTimeout(), purpose.verb));
      }
    }
  }

  private static boolean isDone(Future<Void> change) throws IOException {
    try {
      change.get(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted(
          "Interrupted while waiting for HBase to alter the table", interrupted);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException cause ? cause : new IOException(failed);
    }
  }

  private void report(Map<String, Long> before, Map<String, Long> now) {
    long reopened =
        now.entrySet().stream()
            .filter(region -> region.getValue() > before.getOrDefault(region.getKey(), -1L))
            .count();
    listener.reopened((int) reopened, now.size());
  }

  /** Returns the sequence number of the last opening of each region. */
  private Map<String, Long> openings(TableName table) throws IOException {
    Map<String, Long> openings = new HashMap<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        openings.put(region.getRegion().getEncodedName(), region.getSeqNum());
      }
    }
    return openings;
  }
}
