package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Client.LockTimeoutException;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.access.TwoPhaseClient.Pauses;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Reads in mode 2pc without locks. A prepared row may have been committed before the reader began:
 * reads wait for it.
 */
final class CommittedReads implements Backend {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(8);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final PreparedRows rows;
  private final Function<TableName, AsyncTable<?>> tables;

  CommittedReads(StoredRows rows, Function<TableName, AsyncTable<?>> tables) {
    this.rows = new PreparedRows(rows);
    this.tables = tables;
  }

  @Override
  public List<List<KeyedRow>> read(List<Query> queries) throws IOException {
    Pauses pauses = new Pauses(FIRST_PAUSE, LONGEST_PAUSE, LONGEST_WAIT);
    while (true) {
      rows.hasPrepared = false;
      List<List<KeyedRow>> found = new GroupedReads(rows, tables, queries, false).run();
      if (!rows.hasPrepared) {
        return found;
      }
      if (pauses.isTimeUp()) {
        throw new LockTimeoutException("Prepared, and not committed, for long: " + queries);
      }
      pauses.pause();
    }
  }

  /** Stores rows, and notes whether one of them is prepared. Used by one thread. */
  private static final class PreparedRows extends StoredRows {
    private boolean hasPrepared;

    PreparedRows(StoredRows rows) {
      super(rows.layout());
    }

    @Override
    Get get(Key key, List<Column> columns) {
      return super.get(key, columns).addColumn(LockCells.FAMILY, LockCells.intent());
    }

    @Override
    public Scan scan(Query.InRange query) {
      return super.scan(query).addColumn(LockCells.FAMILY, LockCells.intent());
    }

    @Override
    Optional<KeyedRow> found(Key key, Result result) {
      hasPrepared |= LockCells.isPrepared(result);
      return super.found(key, result);
    }

    @Override
    public KeyedRow found(TableName table, Result result) {
      hasPrepared |= LockCells.isPrepared(result);
      return super.found(table, result);
    }
  }

  @Override
  public void put(Key key, Row cells) {
    throw readOnly();
  }

  @Override
  public void delete(Key key) {
    throw readOnly();
  }

  @Override
  public void add(Counter counter, long delta) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("Only serializable transactions may write");
  }
}
