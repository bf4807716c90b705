package io.rowlock.examples;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.PutHints;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** An order over four tables: stock, a customer's credit, the order and its lines. */
public final class ManyTableOrder {

  static final TableName CUSTOMERS = ExampleTables.named("customers");
  static final TableName STOCK = ExampleTables.named("stock");
  static final TableName ORDERS = ExampleTables.named("orders");
  static final TableName LINES = ExampleTables.named("order_lines");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] AMOUNT = Bytes.toBytes("amount");

  static final int ITEMS = 3;
  static final long PIECES = 10;
  static final long CREDIT = 100;
  private static final int CLIENTS = 4;
  private static final int ORDERS_EACH = 5;
  private static final long PRICE = 2;

  private ManyTableOrder() {}

  /** An order that cannot be carried out; nothing of it is written. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason);
    }
  }

  // snippet: order
  /** Places an order of one piece of each item. The caller has made up its id, once. */
  static void place(Transaction tx, String order, String customer, List<String> items)
      throws IOException {
    Table orders = tx.table(ORDERS);
    if (orders.exists(new Get(Bytes.toBytes(order)))) {
      return; // an earlier attempt, whose answer was lost, has placed it
    }
    take(tx.table(CUSTOMERS), customer, PRICE * items.size());
    for (String item : items) {
      take(tx.table(STOCK), item, 1);
      Put line = new Put(Bytes.toBytes(order + '/' + item));
      tx.table(LINES).put(PutHints.newRow(line.addColumn(FAMILY, AMOUNT, Bytes.toBytes(1L))));
    }
    orders.put(new Put(Bytes.toBytes(order)).addColumn(FAMILY, AMOUNT, Bytes.toBytes(PRICE)));
  }

  private static void take(Table table, String name, long amount) throws IOException {
    byte[] row = Bytes.toBytes(name);
    long left = Bytes.toLong(table.get(new Get(row)).getValue(FAMILY, AMOUNT)) - amount;
    if (left < 0) {
      throw new Refused("not enough left of " + name);
    }
    table.put(new Put(row).addColumn(FAMILY, AMOUNT, Bytes.toBytes(left)));
  }

  /** Placing an order twice places it once, so it may be repeated after an unknown outcome. */
  static void placeSurely(
      TransactionManager transactions, String order, String customer, List<String> items)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        transactions.run(tx -> place(tx, order, customer, items));
        return;
      } catch (CommitOutcomeUnknownException unknown) {
        if (attempt == 3) {
          throw unknown;
        }
      }
    }
  }

  // end

  /** Four clients order until the stock is gone. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    for (TableName table : List.of(CUSTOMERS, STOCK, ORDERS, LINES)) {
      ExampleTables.create(connection, table);
    }
    AtomicInteger placed = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(ManyTableOrder::fill);
      Crowd.act(CLIENTS, client -> order(transactions, client, placed, refused));
    }
    out.printf("%d orders placed, %d refused%n", placed.get(), refused.get());
  }

  private static void fill(Transaction tx) throws IOException {
    for (int item = 0; item < ITEMS; item++) {
      tx.table(STOCK).put(amount("item" + item, PIECES));
    }
    for (int customer = 0; customer < CLIENTS; customer++) {
      tx.table(CUSTOMERS).put(amount("customer" + customer, CREDIT));
    }
  }

  private static Put amount(String row, long amount) {
    return new Put(Bytes.toBytes(row)).addColumn(FAMILY, AMOUNT, Bytes.toBytes(amount));
  }

  private static void order(
      TransactionManager transactions, int client, AtomicInteger placed, AtomicInteger refused)
      throws IOException {
    for (int i = 0; i < ORDERS_EACH; i++) {
      List<String> items = List.of("item" + i % ITEMS, "item" + (i + 1) % ITEMS);
      try {
        placeSurely(transactions, "order" + client + '-' + i, "customer" + client, items);
        placed.incrementAndGet();
      } catch (Refused soldOut) {
        refused.incrementAndGet();
      }
    }
  }
}
