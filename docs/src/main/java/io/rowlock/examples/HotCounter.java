package io.rowlock.examples;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Everybody counts in the same row: without looking where that will do, else one by one. */
public final class HotCounter {

  static final TableName COUNTERS = ExampleTables.named("counters");
  static final TableName VISITS = ExampleTables.named("visits");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] COUNT = Bytes.toBytes("count");
  static final byte[] VISIT_COUNTER = Bytes.toBytes("visits");
  static final byte[] TICKET_COUNTER = Bytes.toBytes("tickets");

  private static final int THREADS = 8;
  private static final int TIMES = 10;

  private HotCounter() {}

  // snippet: count
  /** Counts and records a visit. No increment makes another one start again. */
  static void visit(TransactionManager transactions, String visitor) throws IOException {
    transactions.run(
        tx -> {
          tx.table(COUNTERS)
              .increment(
                  new Increment(VISIT_COUNTER)
                      .addColumn(FAMILY, COUNT, 1)
                      .setReturnResults(false)); // so the row is not read
          tx.table(VISITS)
              .put(new Put(Bytes.toBytes(visitor)).addColumn(FAMILY, COUNT, Bytes.toBytes(1L)));
        });
  }

  // end

  // snippet: ticket
  /** The next number: none is given twice and none is left out, so one waits for the other. */
  static long ticket(TransactionManager transactions) throws IOException {
    return transactions.call(
        tx -> {
          Table counters = tx.table(COUNTERS);
          Result last = counters.get(new Get(TICKET_COUNTER));
          long next = last.isEmpty() ? 1 : Bytes.toLong(last.getValue(FAMILY, COUNT)) + 1;
          counters.put(new Put(TICKET_COUNTER).addColumn(FAMILY, COUNT, Bytes.toBytes(next)));
          return next;
        });
  }

  // end

  /** Eight threads visit and draw numbers, ten times each. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    ExampleTables.create(connection, COUNTERS);
    ExampleTables.create(connection, VISITS);
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      Crowd.act(
          THREADS,
          thread -> {
            for (int i = 0; i < TIMES; i++) {
              visit(transactions, "visitor " + thread + " for the " + i + "th time");
            }
          });
      long lostByCounting = transactions.counters().conflicts();
      Set<Long> tickets = new ConcurrentSkipListSet<>();
      Crowd.act(
          THREADS,
          thread -> {
            for (int i = 0; i < TIMES; i++) {
              tickets.add(ticket(transactions));
            }
          });
      long lostByTickets = transactions.counters().conflicts() - lostByCounting;
      out.printf("%d visits, %d attempts lost to conflicts%n", THREADS * TIMES, lostByCounting);
      out.printf("%d different tickets, %d attempts lost%n", tickets.size(), lostByTickets);
    }
  }
}
