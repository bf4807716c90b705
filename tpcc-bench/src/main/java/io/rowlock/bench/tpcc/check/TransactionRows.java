package io.rowlock.bench.tpcc.check;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.tpcc.check.RowSource.RowRange;
import java.io.IOException;
import org.apache.hadoop.hbase.client.ResultScanner;

/** What a transaction sees that is never committed. */
final class TransactionRows implements RowSource {
  private final TransactionManager transactions;

  TransactionRows(TransactionManager transactions) {
    this.transactions = transactions;
  }

  /** A transaction for each range: it remembers what it has read. */
  @Override
  public RowStream scan(RowRange range) throws IOException {
    Transaction transaction = transactions.begin();
    ResultScanner scanner = transaction.table(range.table()).getScanner(PlainRows.of(range));
    return new ScannedRows(range.table(), scanner, transaction::close);
  }
}
