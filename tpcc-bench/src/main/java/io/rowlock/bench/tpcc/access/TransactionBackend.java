package io.rowlock.bench.tpcc.access;

import io.rowlock.PutHints;
import io.rowlock.Transaction;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Increment;

/**
 * An attempt of Rowlock's. Rows are read by key where it can be, as ranges are read again at the
 * commit, and counters are added to blindly, so that rivals do not conflict.
 */
record TransactionBackend(Transaction transaction, StoredRows rows) implements Backend {
  @Override
  public List<List<KeyedRow>> read(List<Query> queries) throws IOException {
    return new GroupedReads(rows, transaction::asyncTable, queries, true).run();
  }

  @Override
  public void put(Key key, Row cells) throws IOException {
    transaction.table(rows.table(key)).put(rows.put(key, cells));
  }

  @Override
  public void insert(Key key, Row cells) throws IOException {
    transaction.table(rows.table(key)).put(PutHints.newRow(rows.put(key, cells)));
  }

  @Override
  public void delete(Key key) throws IOException {
    transaction.table(rows.table(key)).delete(rows.delete(key));
  }

  @Override
  public void add(Counter counter, long delta) throws IOException {
    Increment increment = rows.increment(counter, delta).setReturnResults(false);
    var unused = transaction.table(rows.table(counter.key())).increment(increment);
  }

  /** Else the commit has to ask for it. */
  @Override
  public boolean looksAhead() {
    return true;
  }

  @Override
  public boolean readsBeforeAdding() {
    return false;
  }
}
