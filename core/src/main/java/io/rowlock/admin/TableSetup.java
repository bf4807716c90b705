package io.rowlock.admin;

import io.rowlock.TableFinding;
import io.rowlock.UnsafeTableException;
import io.rowlock.internal.admin.ClientWait;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.HiddenFamilies;
import io.rowlock.internal.admin.NewestTimestamp;
import io.rowlock.internal.admin.Purpose;
import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.admin.TableAlteration;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Adds the family of the locks to tables, and the floor below which no transaction writes.
 *
 * <p><b>In this order</b>, so that repeating the call repeats every step that was not completed:
 *
 * <ol>
 *   <li>the checks and the scan, which may take hours and change nothing;
 *   <li>the lock family and the endpoint, and the wait until all regions are open with them. No
 *       transaction writes to a table that has a lock family and no floor; if such a table is
 *       found, the regions are reopened once more, because nothing proves that they all have been;
 *   <li>the floor, taken from the clocks only now, so that it is above what was written while the
 *       regions were reopened. The table is transactional from then on. The regions are reopened
 *       with the floor, because some clients learn it from them;
 *   <li>if the table has had a lower floor, the wait until no client relies on that one ({@link
 *       ClientWait}). A mark in the descriptor shows that the wait is due until it is over; if such
 *       a table is found, the regions are reopened once more. The same holds for a table whose lock
 *       family was dropped: the second step also moves its old floor aside.
 * </ol>
 */
record TableSetup(Connection connection, Clock clock, Sleeper sleeper) {

  /** The listeners for progress. */
  record Listeners(
      Consumer<ScanProgress> scanned,
      Consumer<ReopenProgress> reopened,
      Consumer<WaitProgress> waited) {}

  private Floor floor() {
    return new Floor(clock, sleeper);
  }

  /** Returns the descriptor of a table that does not exist yet. */
  TableDescriptor ofNewTable(Admin admin, TableDescriptor table, boolean regionCommit)
      throws IOException {
    TableDescriptor fresh = Transactional.asNew(table);
    TableRules.refuseUnsafe(fresh);
    return Transactional.asNew(Transactional.of(fresh, regionCommit, floor().now(admin)));
  }

  /** Returns the planned changes, see {@link TransactionAdmin#planEnable}. */
  List<TableChange> plan(
      Admin admin, TableName table, EnableOptions options, Consumer<ScanProgress> scanned)
      throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    long least = leastFloor(admin, now, options, scanned);
    if (!Transactional.isComplete(now)) {
      least = Math.max(least, floor().aboveServersTime(admin));
    }
    return TableChange.between(now, Transactional.of(now, options.regionCommit(), least));
  }

  /** Enables a table, see {@link TransactionAdmin#enable(TableName, EnableOptions)}. */
  void enable(Admin admin, TableName table, EnableOptions options, Listeners listeners)
      throws IOException {
    long least = leastFloor(admin, admin.getDescriptor(table), options, listeners.scanned());
    TableDescriptor found = admin.getDescriptor(table);
    TableRules.refuseUnsafe(found);
    boolean isComplete = Transactional.isComplete(found);
    long checked = isComplete ? 0 : floor().now(admin);
    TableAlteration alteration =
        new TableAlteration(
            connection,
            admin,
            Purpose.ENABLE,
            (done, all) -> listeners.reopened().accept(new ReopenProgress(done, all)));
    if (!isComplete
        || Transactional.isRaised(found)
        || !Transactional.prepared(found, options.regionCommit()).equals(found)) {
      alteration.reopen(table, now -> Transactional.prepared(now, options.regionCommit()));
    }
    long first = isComplete ? 0 : Math.max(checked, floor().aboveServersTime(admin));
    TableDescriptor enabled =
        alteration.change(table, now -> Transactional.withFloor(now, least, first));
    TableRules.refuseUnsafe(enabled); // another program may have begun to disable it
    if (Transactional.isRaised(enabled)) {
      awaitClients(enabled, alteration, listeners);
    }
  }

  private void awaitClients(
      TableDescriptor enabled, TableAlteration alteration, Listeners listeners) throws IOException {
    TableName table = enabled.getTableName();
    long known = Floor.of(enabled).orElseThrow();
    new ClientWait(
            clock,
            sleeper,
            ClientWait.WHOLE,
            waited -> listeners.waited().accept(new WaitProgress(waited, ClientWait.WHOLE)))
        .await(table.getNameAsString(), "enable the table again");
    TableDescriptor settled = alteration.set(table, now -> Transactional.settled(now, known));
    if (Floor.of(settled).orElse(0) < known) {
      throw alteration.takenBack(table);
    }
  }

  /**
   * Returns the least floor that the table's present floor and its cells require; 0 if they require
   * none.
   */
  private long leastFloor(
      Admin admin, TableDescriptor table, EnableOptions options, Consumer<ScanProgress> scanned)
      throws IOException {
    refuseSystemTable(table.getTableName());
    TableRules.refuseUnsafe(table);
    long least = Floor.lowest(table);
    if (options.scan()) {
      HiddenFamilies.requireNone(admin, table);
      NewestTimestamp.Listener listener =
          (done, all, rows) -> scanned.accept(new ScanProgress(done, all, rows));
      least = new NewestTimestamp(connection, clock, table, listener).above(least);
    }
    if (least > Floor.HIGHEST) {
      String message =
          "it holds a cell or delete marker with the timestamp %s, above which there is no room for"
              + " transactions: remove it first (a raw scan from that time on finds it)";
      throw unsafe(table.getTableName(), "TIMESTAMP", message.formatted(least));
    }
    return least;
  }

  private static void refuseSystemTable(TableName table) throws UnsafeTableException {
    if (table.isSystemTable()) {
      throw unsafe(table, "TABLE", "it is one of HBase's own, and cannot be made transactional");
    }
  }

  private static UnsafeTableException unsafe(TableName table, String what, String message) {
    return new UnsafeTableException(table, List.of(TableFinding.error(what, message)));
  }
}
