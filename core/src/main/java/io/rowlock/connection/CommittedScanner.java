package io.rowlock.connection;

import io.rowlock.ConflictException;
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

/**
 * A scan of committed rows, as of any instants between its steps. A row that stays locked ends the
 * transaction in which it is read; a scan whose progress its last row describes goes on after that
 * row in another one. Not thread-safe.
 */
final class CommittedScanner implements ResultScanner {

  /** Each begins after a wait for a lock. */
  private static final int MOST_RESTARTS_PER_ROW = 10;

  private static final TransactionSettings READING =
      TransactionSettings.builder().readOnly(true).build();

  private final TransactionManager manager;
  private final TableName table;
  private final Scan rest;
  private @Nullable Transaction transaction;
  private @Nullable ResultScanner rows;
  private @Nullable ConflictException failed;
  private int restarts;
  private boolean isClosed;

  /** Creates a scanner. Reads nothing yet. */
  CommittedScanner(TransactionManager manager, TableName table, Scan scan) throws IOException {
    this.manager = manager;
    this.table = table;
    this.rest = new Scan(scan);
  }

  @Override
  public @Nullable Result next() throws IOException {
    ConflictException before = failed;
    if (before != null) {
      throw before;
    }
    while (!isClosed) {
      try {
        Result row = opened().next();
        if (row == null) {
          close();
        } else {
          passed(row);
        }
        return row;
      } catch (ConflictException locked) {
        end();
        if (!canRestart() || ++restarts > MOST_RESTARTS_PER_ROW) {
          failed = locked;
          throw locked;
        }
      }
    }
    return null;
  }

  private ResultScanner opened() throws IOException {
    ResultScanner open = rows;
    if (open != null) {
      return open;
    }
    Transaction begun = manager.begin(READING);
    transaction = begun;
    ResultScanner opened = begun.unvalidated().table(table).getScanner(rest);
    rows = opened;
    return opened;
  }

  private void passed(Result row) {
    restarts = 0;
    if (canRestart()) {
      rest.withStartRow(row.getRow(), false);
    }
  }

  /** Filters, limits and parts of rows have a state of their own. */
  private boolean canRestart() {
    return rest.getFilter() == null
        && rest.getLimit() <= 0
        && rest.getBatch() <= 0
        && !rest.getAllowPartialResults();
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
