package io.rowlock.bench.inserts;

import io.rowlock.PutHints;
import io.rowlock.TransactionManager;
import io.rowlock.bench.inserts.InsertsClient.Window;
import io.rowlock.bench.kit.ClosedLoop;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.RpcDelay;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Client;
import io.rowlock.bench.kit.clients.Share;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/** One client with many users, which are calls under way. */
final class InsertsClient implements Client<Window, Share> {
  static final String RPCS = "rpcs";

  private static final long MILLIS_IN_BUFFER = 2;

  private final InsertsPlan plan;
  private final int number;
  private final Closer closer = Closer.create();
  private final RpcDelay network;
  private final AsyncConnection plain;
  private final TransactionManager transactions;

  /** A stretch of time in which users insert records with new ids. */
  record Window(Series series, int seconds, long seed) {}

  InsertsClient(InsertsPlan plan, Configuration configuration, int number) throws IOException {
    this.plan = plan;
    this.number = number;
    network = plan.clients.network();
    closer.register(network::close);
    Configuration delayed = network.counting(configuration);
    plain = closer.register(Interruption.await(ConnectionFactory.createAsyncConnection(delayed)));
    Connection connection = closer.register(ConnectionFactory.createConnection(delayed));
    transactions = TransactionManager.create(connection);
    closer.register(transactions::close);
  }

  @Override
  public Class<Window> windowType() {
    return Window.class;
  }

  @Override
  public Share run(Window window) throws IOException {
    Series series = window.series();
    AtomicLong next = new AtomicLong();
    long rpcsBefore = network.requests();
    try (AsyncBufferedMutator buffer = buffer()) {
      Tally tally =
          ClosedLoop.run(
              plan.users,
              Duration.ofSeconds(window.seconds()),
              () -> insert(series, record(window, next.getAndIncrement()), buffer));
      transactions.drain();
      return Share.of(tally, Map.of(RPCS, network.requests() - rpcsBefore));
    }
  }

  /** Clients take turns with the numbers, as if one sequence gave them out. */
  private Put record(Window window, long index) {
    long id = index * plan.clients.count() + number;
    return Records.put(window.series().ids().id(window.seed(), id));
  }

  private AsyncBufferedMutator buffer() {
    return plain
        .getBufferedMutatorBuilder(InsertTables.RECORDS)
        .setWriteBufferPeriodicFlush(MILLIS_IN_BUFFER, TimeUnit.MILLISECONDS)
        .build();
  }

  /** Ids are never used again, and no client deletes: the hint that rows are new is right. */
  private CompletableFuture<?> insert(Series series, Put record, AsyncBufferedMutator buffer) {
    return switch (series.mode()) {
      case RAW -> plain.getTable(InsertTables.RECORDS).put(record);
      case RAW_BATCHED -> buffer.mutate(record);
      case TX -> transactions.runAsync(tx -> put(tx.asyncTable(InsertTables.RECORDS), record));
      case TX_2ROW ->
          transactions.runAsync(
              tx ->
                  put(tx.asyncTable(InsertTables.RECORDS), record)
                      .thenCompose(
                          done ->
                              put(tx.asyncTable(InsertTables.INDEX), Records.indexEntry(record))));
    };
  }

  private static CompletableFuture<Void> put(AsyncTable<?> table, Put put) {
    return table.put(PutHints.newRow(put));
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
