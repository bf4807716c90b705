package io.rowlock.bench.micro.profile;

import io.rowlock.RetryPolicy;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.bench.micro.profile.Operations.Choice;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * Transactions with default settings, but for how often they are repeated: every row read by key,
 * writes buffered until the commit.
 */
final class TransactionWorkload implements Workload {
  private final TransactionManager transactions;
  private final TableName name;
  private final TransactionSettings settings;

  TransactionWorkload(Connection connection, TableName name, RetryPolicy policy)
      throws IOException {
    this.transactions = TransactionManager.create(connection);
    this.name = name;
    this.settings = TransactionSettings.builder().retryPolicy(policy).build();
  }

  @Override
  public Session open(Operations operations) {
    return new Transactions(operations);
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

  private final class Transactions implements Session {
    private final Operations operations;

    Transactions(Operations operations) {
      this.operations = operations;
    }

    @Override
    public void run(Choice choice) throws IOException {
      transactions.run(
          settings,
          transaction -> {
            Table table = transaction.table(name);
            operations.run(choice, operations.writes(choice), table::get, table::put);
          });
    }
  }
}
