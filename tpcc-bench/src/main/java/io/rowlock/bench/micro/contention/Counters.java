package io.rowlock.bench.micro.contention;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Table;

/** Rows that threads increment, one for each series. */
final class Counters {
  private final TransactionManager transactions;

  Counters(TransactionManager transactions) {
    this.transactions = transactions;
  }

  Load.Work work(Series series) {
    byte[] row = ContentionTable.counter(series.kind(), series.threads());
    return series.kind() == Kind.BLIND
        ? random -> addOneBlindly(row)
        : random -> readAndAddOne(row);
  }

  /** As transactions see it. */
  long value(Series series) throws IOException {
    byte[] row = ContentionTable.counter(series.kind(), series.threads());
    return transactions.call(
        transaction ->
            ContentionTable.number(
                transaction.table(ContentionTable.NAME).get(ContentionTable.get(row))));
  }

  private void readAndAddOne(byte[] row) throws IOException {
    transactions.run(
        transaction -> {
          Table table = transaction.table(ContentionTable.NAME);
          long value = ContentionTable.number(table.get(ContentionTable.get(row)));
          table.put(ContentionTable.number(row, value + 1));
        });
  }

  private void addOneBlindly(byte[] row) throws IOException {
    Increment increment =
        new Increment(row)
            .addColumn(BenchTable.FAMILY, ContentionTable.COLUMN, 1)
            .setReturnResults(false);
    transactions.run(
        transaction -> {
          var unused = transaction.table(ContentionTable.NAME).increment(increment);
        });
  }
}
