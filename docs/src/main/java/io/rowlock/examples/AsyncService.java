package io.rowlock.examples;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** A service that books seats for many callers at once on a single thread, which never blocks. */
public final class AsyncService {

  static final TableName SEATS = ExampleTables.named("seats");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] GUEST = Bytes.toBytes("guest");

  private static final int CALLS = 60;
  private static final int SEATS_IN_ALL = 40;

  private final TransactionManager transactions;

  private AsyncService(TransactionManager transactions) {
    this.transactions = transactions;
  }

  // snippet: async
  /** Completes with whether the seat was free. Conflicts lead to another attempt, as in call. */
  CompletableFuture<Boolean> book(int seat, String guest) {
    byte[] row = Bytes.toBytes(String.format("seat%03d", seat));
    return transactions.callAsync(
        tx -> {
          AsyncTable<?> seats = tx.asyncTable(SEATS);
          return seats
              .get(new Get(row))
              .thenCompose(
                  found ->
                      found.isEmpty()
                          ? seats.put(bookingOf(row, guest)).thenApply(written -> true)
                          : CompletableFuture.completedFuture(false));
        });
  }

  /** The manager runs the code of its users, and completes their futures, on this one thread. */
  static RowlockOptions on(Executor eventLoop) {
    return RowlockOptions.builder().executor(eventLoop).build();
  }

  // end

  private static Put bookingOf(byte[] row, String guest) {
    return new Put(row).addColumn(FAMILY, GUEST, Bytes.toBytes(guest));
  }

  /** Sixty guests want forty seats, all at once. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    ExampleTables.create(connection, SEATS);
    ExecutorService eventLoop = Executors.newSingleThreadExecutor();
    try (TransactionManager transactions = TransactionManager.create(connection, on(eventLoop))) {
      AsyncService service = new AsyncService(transactions);
      long booked =
          IntStream.range(0, CALLS)
              .mapToObj(call -> service.book(call % SEATS_IN_ALL, "guest" + call))
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .filter(free -> free)
              .count();
      out.printf("%d guests, %d seats booked, %d without one%n", CALLS, booked, CALLS - booked);
    } finally {
      eventLoop.shutdown();
    }
  }
}
