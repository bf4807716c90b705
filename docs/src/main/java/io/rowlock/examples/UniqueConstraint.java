package io.rowlock.examples;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Users have ids, and no two of them have the same address, however many sign up at once. */
public final class UniqueConstraint {

  static final TableName USERS = ExampleTables.named("users");
  static final TableName ADDRESSES = ExampleTables.named("users_by_address");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] ADDRESS = Bytes.toBytes("address");
  static final byte[] ID = Bytes.toBytes("id");

  private static final int APPLICANTS = 8;

  private UniqueConstraint() {}

  // snippet: unique
  /** Returns whether the address was still free; if so, it is the user's from now on. */
  static boolean signUp(TransactionManager transactions, String id, String address)
      throws IOException {
    return transactions.call(
        tx -> {
          Table addresses = tx.table(ADDRESSES);
          if (addresses.exists(new Get(Bytes.toBytes(address)))) {
            return false;
          }
          // The absence of the row is part of what the transaction has read: if another transaction
          // writes it meanwhile, this is a conflict, and the next attempt finds it taken.
          addresses.put(new Put(Bytes.toBytes(address)).addColumn(FAMILY, ID, Bytes.toBytes(id)));
          tx.table(USERS)
              .put(new Put(Bytes.toBytes(id)).addColumn(FAMILY, ADDRESS, Bytes.toBytes(address)));
          return true;
        });
  }

  // end

  /** Eight users want the same address at the same time, and then an own one. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    ExampleTables.create(connection, USERS);
    ExampleTables.create(connection, ADDRESSES);
    AtomicInteger winners = new AtomicInteger();
    AtomicInteger others = new AtomicInteger();
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      Crowd.act(
          APPLICANTS,
          number -> {
            if (signUp(transactions, "user" + number, "info@example.org")) {
              winners.incrementAndGet();
            } else if (signUp(transactions, "user" + number, number + "@example.org")) {
              others.incrementAndGet();
            }
          });
    }
    out.printf("%d of %d users have the address that all wanted%n", winners.get(), APPLICANTS);
    out.printf("%d have taken another one%n", others.get());
  }
}
