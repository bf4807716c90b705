package io.rowlock.test;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The code under test: accounts, and transfers between them. */
final class Accounts {

  static final TableName TABLE = TableName.valueOf("accounts");
  static final byte[] FAMILY = Bytes.toBytes("f");

  private Accounts() {}

  static void prepare(RowlockTest kit) {
    kit.createTable(TABLE, "f");
  }

  static void open(TransactionManager transactions) throws IOException {
    transactions.run(
        tx -> {
          set(tx, "alice", 100);
          set(tx, "bob", 0);
        });
  }

  static void transfer(TransactionManager transactions, long amount) throws IOException {
    transactions.run(tx -> transfer(tx, amount));
  }

  static void transfer(Transaction tx, long amount) throws IOException {
    set(tx, "alice", get(tx, "alice") - amount);
    set(tx, "bob", get(tx, "bob") + amount);
  }

  static void set(Transaction tx, String name, long balance) throws IOException {
    try (Table accounts = tx.table(TABLE)) {
      accounts.put(new Put(Bytes.toBytes(name)).addColumn(FAMILY, null, Bytes.toBytes(balance)));
    }
  }

  static long get(Transaction tx, String name) throws IOException {
    try (Table accounts = tx.table(TABLE)) {
      return Bytes.toLong(accounts.get(new Get(Bytes.toBytes(name))).getValue(FAMILY, null));
    }
  }

  /** Returns what both own: "alice/bob". */
  static String both(TransactionManager transactions) throws IOException {
    return transactions.call(tx -> get(tx, "alice") + "/" + get(tx, "bob"));
  }
}
