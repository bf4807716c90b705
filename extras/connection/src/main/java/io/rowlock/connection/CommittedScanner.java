package io.rowlock.connection;

import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/** A scan of committed rows, as of any instants between its steps. Not thread-safe. */
final class CommittedScanner implements ResultScanner {

  private static final TransactionSettings READING =
      TransactionSettings.builder().readOnly(true).build();

  private final TransactionManager manager;
  private final TableName table;
  private final EnabledTables tables;
  private final ScanProgress progress;
  private @Nullable Transaction transaction;
  private @Nullable ResultScanner rows;
  private @Nullable NotCommittedException failed;
  private boolean isClosed;

  /** Creates a scanner. Reads nothing yet. */
  CommittedScanner(TransactionManager manager, TableName table, Scan scan, EnabledTables tables) {
    this.manager = manager;
    this.table = table;
    this.tables = tables;
    this.progress = new ScanProgress(scan);
  }

  @Override
  public @Nullable Result next() throws IOException {
    NotCommittedException before = failed;
    if (before != null) {
      throw before;
    }
    while (!isClosed) {
      try {
        Result row = opened().next();
        if (row == null) {
          close();
        } else {
          progress.passed(row, 1);
        }
        return row;
      } catch (NotCommittedException stopped) {
        end();
        if (!mayGoOn(stopped)) {
          failed = stopped;
          throw stopped;
        }
      }
    }
    return null;
  }

  private boolean mayGoOn(NotCommittedException stopped) throws IOException {
    return stopped instanceof ConflictException
        ? progress.mayRestart()
        : tables.isEnabledAgain(table, stopped) && progress.mayBeginAgain();
  }

  private ResultScanner opened() throws IOException {
    ResultScanner open = rows;
    if (open != null) {
      return open;
    }
    Transaction begun = manager.begin(READING);
    transaction = begun;
    ResultScanner opened = begun.unvalidated().table(table).getScanner(progress.rest());
    rows = opened;
    return opened;
  }

  @Override
  public Result[] next(int most) throws IOException {
    List<Result> found = new ArrayList<>();
    while (found.size() < most) {
      Result row = next();
      if (row == null) {
        break;
      }
      found.add(row);
    }
    return found.toArray(Result[]::new);
  }

  private void end() {
    if (rows != null) {
      rows.close();
    }
    if (transaction != null) {
      transaction.rollback();
    }
    rows = null;
    transaction = null;
  }

  @Override
  public void close() {
    isClosed = true;
    end();
  }

  /** Returns true: no server has a lease between two pages, so none can expire. */
  @Override
  public boolean renewLease() {
    return true;
  }

  /** Returns null: no metrics are collected. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return null;
  }
}
