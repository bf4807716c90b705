package io.rowlock.operations;

import io.rowlock.TableFinding;
import io.rowlock.internal.admin.ClientWait;
import io.rowlock.internal.admin.Purpose;
import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.admin.TableAlteration;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.internal.store.Clock;
import io.rowlock.operations.Progress.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Makes a transactional table a plain one.
 *
 * <p><b>In this order</b>, so that no transaction is lost in part, and that repeating the call
 * repeats every step that was not completed:
 *
 * <ol>
 *   <li>the checks, and a first pass over the locks, which change nothing that a reader would not;
 *   <li>the mark in the descriptor that closes the table. The regions are reopened with it, because
 *       some clients learn it from them. A client that knows it begins no commit: it looks at the
 *       facts of the table before the first request that can commit. Locks are still settled;
 *   <li>the wait until every client knows it ({@link ClientWait}). No commit is under way from then
 *       on. HBase removes a family region by region, so a commit under way meanwhile could lose a
 *       lock in one region and apply its writes in another;
 *   <li>passes over the locks, until two in a row find none that is not stable. What is left holds
 *       nothing but versions;
 *   <li>the wait until plain writes are visible ({@link HiddenWrites});
 *   <li>the removal of the family, the endpoint and all settings, in one change.
 * </ol>
 *
 * <p>Only the last step removes the mark, and enabling refuses a table that has it. If another
 * program removes it nevertheless, the next step fails: its value distinguishes that mark from a
 * later one.
 */
final class TableDisabling {

  private static final int EMPTY_PASSES = 2;
  private static final int MAX_PASSES = 10;

  private final Admin admin;
  private final Clock clock;
  private final TableName table;
  private final TableAlteration alteration;
  private final ClientWait clients;
  private final LockSettlement locks;
  private final HiddenWrites hidden;

  /** Prepares the work on a table. No I/O. */
  TableDisabling(
      TableName table,
      Connection connection,
      Admin admin,
      LockTools tools,
      Clock clock,
      Sleeper sleeper,
      DisableOptions options,
      Consumer<Progress> listener) {
    this.admin = admin;
    this.clock = clock;
    this.table = table;
    this.alteration =
        new TableAlteration(
            connection,
            admin,
            Purpose.DISABLE,
            (done, all) -> listener.accept(new Progress(Step.REOPENING, done, all)));
    this.clients = clientWait(clock, sleeper, options, listener);
    this.locks = new LockSettlement(admin, tools, table, listener);
    this.hidden =
        new HiddenWrites(connection, admin, clock, sleeper, options.acceptHiddenWrites(), listener);
  }

  private static ClientWait clientWait(
      Clock clock, Sleeper sleeper, DisableOptions options, Consumer<Progress> listener) {
    Duration wait = options.clientsStopped() ? ClientWait.WITHOUT_CLIENTS : ClientWait.WHOLE;
    return new ClientWait(
        clock,
        sleeper,
        wait,
        waited ->
            listener.accept(
                new Progress(Step.WAITING_FOR_CLIENTS, waited.toSeconds(), wait.toSeconds())));
  }

  /** Returns what {@link #disable} would do. Changes nothing. */
  DisablePlan plan() throws IOException {
    TableDescriptor found = admin.getDescriptor(table);
    if (Transactional.isPlain(found)) {
      return new DisablePlan(List.of(), List.of());
    }
    HiddenWrites.Ahead ahead = hidden.look(found);
    LockSettlement.Pass forecast = locks.forecast();
    List<TableFinding> obstacles =
        Stream.of(ahead.obstacle(), forecast.obstacle()).flatMap(Optional::stream).toList();
    return new DisablePlan(
        DisableChanges.of(found, forecast.found(), clients.whole(), ahead), obstacles);
  }

  /** Disables the table, see {@link RowlockOperations#disable}. */
  void disable() throws IOException {
    TableDescriptor found = admin.getDescriptor(table);
    if (Transactional.isPlain(found)) {
      return;
    }
    if (!Transactional.isClosed(found)) {
      requireNone(hidden.look(found).obstacle());
      requireNone(locks.pass().obstacle());
    }
    Optional<String> mark = close();
    clients.await(table.getNameAsString(), "disable the table again");
    settle();
    hidden.await(admin.getDescriptor(table));
    alteration.reopen(table, now -> opened(now, mark));
  }

  private void requireNone(Optional<TableFinding> obstacle) throws IOException {
    if (obstacle.isPresent()) {
      throw new DoNotRetryIOException(
          "Table '%s' cannot be disabled for transactions, and nothing was done: %s"
              .formatted(table.getNameAsString(), obstacle.get().message()));
    }
  }

  /** Marks the table, and returns its mark. An attempt before may not have reopened all regions. */
  private Optional<String> close() throws IOException {
    long now = clock.currentMillis();
    alteration.reopen(table, present -> Transactional.closed(present, now));
    return Transactional.mark(admin.getDescriptor(table));
  }

  private void settle() throws IOException {
    int empty = 0;
    for (int passes = 1; empty < EMPTY_PASSES; passes++) {
      LockSettlement.Pass pass = locks.pass();
      empty = pass.isClear() ? empty + 1 : 0;
      if (empty == 0 && passes >= MAX_PASSES) {
        throw new DoNotRetryIOException(
            "Table '"
                + table.getNameAsString()
                + "' takes no commits any more, but keeps its locks: "
                + pass
                + ". Settle or discard what 'rowlock resolve' shows, then disable the table again");
      }
    }
  }

  private TableDescriptor opened(TableDescriptor now, Optional<String> mark) throws IOException {
    if (!Transactional.isPlain(now) && !mark.equals(Transactional.mark(now))) {
      throw alteration.takenBack(table);
    }
    return Transactional.plain(now);
  }
}
