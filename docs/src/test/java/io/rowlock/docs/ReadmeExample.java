package io.rowlock.docs;

import io.rowlock.TransactionManager;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The example of the README; a test compares the two, another one runs it. */
final class ReadmeExample {

  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] BALANCE = Bytes.toBytes("balance");

  private ReadmeExample() {}

  // example
  static long transfer(TransactionManager transactions, byte[] from, byte[] to, long amount)
      throws IOException {
    return transactions.call(
        tx -> {
          Table accounts = tx.table(TableName.valueOf("accounts")); // HBase's own interface
          long left = balance(accounts, from) - amount;
          if (left < 0) {
            throw new IllegalStateException("not enough money"); // nothing is written
          }
          accounts.put(new Put(from).addColumn(FAMILY, BALANCE, Bytes.toBytes(left)));
          long more = balance(accounts, to) + amount;
          accounts.put(new Put(to).addColumn(FAMILY, BALANCE, Bytes.toBytes(more)));
          return left; // both rows are written, or none
        });
  }

  static long balance(Table accounts, byte[] row) throws IOException {
    return Bytes.toLong(accounts.get(new Get(row)).getValue(FAMILY, BALANCE));
  }
  // end
}
