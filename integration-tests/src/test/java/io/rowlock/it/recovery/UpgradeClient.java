package io.rowlock.it.recovery;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.local.LifeLine;
import io.rowlock.it.kit.Rows;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Transfers money between accounts until the process is killed, and prints a line for each commit.
 * Uses nothing but the public API, so that it runs with other versions of the library.
 *
 * <p>Arguments: table, number of transfers; -1 for no end.
 */
final class UpgradeClient {

  static final int ACCOUNTS = 12;
  static final long TOTAL = ACCOUNTS * 1000L;

  private UpgradeClient() {}

  public static void main(String[] arguments) throws IOException {
    LifeLine.holdIfFlagged();
    TableName table = TableName.valueOf(arguments[0]);
    int transfers = Integer.parseInt(arguments[1]);
    Random random = new Random();
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        TransactionManager transactions = TransactionManager.create(connection)) {
      for (int done = 0; done != transfers; done++) {
        transactions.run(tx -> transfer(tx, table, random));
        long total = transactions.call(tx -> total(tx, table));
        System.out.println(total == TOTAL ? "good" : "total " + total);
      }
    }
  }

  static String account(int number) {
    return "%02d".formatted(number);
  }

  private static void transfer(Transaction tx, TableName name, Random random) throws IOException {
    Table table = tx.table(name);
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    long amount = 1L + random.nextInt(50);
    table.put(Rows.put(account(from), Rows.number(table, account(from)) - amount));
    table.put(Rows.put(account(to), Rows.number(table, account(to)) + amount));
  }

  private static long total(Transaction tx, TableName table) throws IOException {
    long total = 0;
    for (Result account : Rows.scan(tx.table(table), new Scan())) {
      total += Rows.number(account);
    }
    return total;
  }
}
