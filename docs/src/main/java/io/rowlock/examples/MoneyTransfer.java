package io.rowlock.examples;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Money moves between the accounts of four users at once; none is lost, none is made. */
public final class MoneyTransfer {

  static final TableName ACCOUNTS = ExampleTables.named("accounts");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] BALANCE = Bytes.toBytes("balance");

  private static final int USERS = 4;
  private static final int TRANSFERS = 25;

  private MoneyTransfer() {}

  // snippet: transfer
  static void transfer(TransactionManager transactions, byte[] from, byte[] to, long amount)
      throws IOException {
    transactions.run( // runs the code again after a conflict
        tx -> {
          Table accounts = tx.table(ACCOUNTS); // HBase's own interface
          long left = balance(accounts, from) - amount;
          if (left < 0) {
            throw new IllegalStateException("not enough money"); // nothing is written
          }
          accounts.put(withBalance(from, left));
          accounts.put(withBalance(to, balance(accounts, to) + amount));
        }); // both rows are written, or none
  }

  // end

  private static long balance(Table accounts, byte[] row) throws IOException {
    return Bytes.toLong(accounts.get(new Get(row)).getValue(FAMILY, BALANCE));
  }

  private static Put withBalance(byte[] row, long balance) {
    return new Put(row).addColumn(FAMILY, BALANCE, Bytes.toBytes(balance));
  }

  /** Gives each of four users 100; each of them sends something to another user 25 times. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    ExampleTables.create(connection, ACCOUNTS, account(2));
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      open(transactions);
      Crowd.act(USERS, user -> sendAround(transactions, user));
      out.printf("%d transfers, %d in all%n", USERS * TRANSFERS, sum(transactions));
      out.printf("%d attempts lost to conflicts%n", transactions.counters().conflicts());
    }
  }

  private static void open(TransactionManager transactions) throws IOException {
    transactions.run(
        tx -> {
          for (int user = 0; user < USERS; user++) {
            tx.table(ACCOUNTS).put(withBalance(account(user), 100));
          }
        });
  }

  private static void sendAround(TransactionManager transactions, int user) throws IOException {
    Random random = new Random(user);
    for (int i = 0; i < TRANSFERS; i++) {
      int receiver = (user + 1 + random.nextInt(USERS - 1)) % USERS;
      try {
        transfer(transactions, account(user), account(receiver), random.nextLong(50));
      } catch (IllegalStateException poor) {
        // The user's own exception comes out as it was thrown; next time, perhaps.
      }
    }
  }

  /** A transaction that only reads sees all accounts at one instant. */
  private static long sum(TransactionManager transactions) throws IOException {
    return transactions.call(
        tx -> {
          long sum = 0;
          for (int user = 0; user < USERS; user++) {
            sum += balance(tx.table(ACCOUNTS), account(user));
          }
          return sum;
        });
  }

  private static byte[] account(int user) {
    return Bytes.toBytes("user" + user);
  }
}
