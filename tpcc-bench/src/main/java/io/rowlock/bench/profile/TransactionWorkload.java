package io.rowlock.bench.profile;

import io.rowlock.TransactionManager;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** Transactions with default settings: every row read by key, writes buffered until the commit. */
final class TransactionWorkload implements Workload {
  private final TransactionManager transactions;
  private final Operations operations;

  TransactionWorkload(Connection connection, Operations operations) throws IOException {
    this.transactions = TransactionManager.create(connection);
    this.operations = operations;
  }

  @Override
  public Session open() {
    return new Transactions(transactions, operations);
  }

  @Override
  public void settle() throws IOException {
    transactions.drain();
  }

  @Override
  public LibraryCounts counts() {
    return LibraryCounts.of(transactions.counters());
  }

  @Override
  public void close() throws IOException {
    transactions.close();
  }

  private record Transactions(TransactionManager transactions, Operations operations)
      implements Session {
    @Override
    public void run(Choice choice) throws IOException {
      transactions.run(
          transaction -> {
            Table table = transaction.table(ProfileTable.NAME);
            for (Get get : operations.reads(choice)) {
              Operations.check(table.get(get));
            }
            for (Put put : operations.writes(choice)) {
              table.put(put);
            }
          });
    }

    @Override
    public void close() {
      // The manager is shared.
    }
  }
}
