package io.rowlock.bench.inserts;

import com.google.common.io.Closer;
import io.rowlock.PutHints;
import io.rowlock.TransactionManager;
import io.rowlock.bench.inserts.InsertsClient.Task;
import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.ClosedLoop;
import io.rowlock.bench.kit.Replies;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.ClientKind.Assignment;
import io.rowlock.bench.kit.clients.WindowClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;

/** One client of a run: its users insert records with ids of their own. */
final class InsertsClient implements WindowClient<Task, Tally> {
  private final InsertsPlan plan;
  private final Assignment assignment;
  private final Closer resources;
  private final AsyncConnection plain;
  private final TransactionManager transactions;

  /** What clients run in a window. */
  record Task(Series series, int round, int seconds) {}

  private InsertsClient(
      InsertsPlan plan, Assignment assignment, Configuration configuration, Closer resources)
      throws IOException {
    this.plan = plan;
    this.assignment = assignment;
    this.resources = resources;
    this.plain =
        resources.register(Replies.await(ConnectionFactory.createAsyncConnection(configuration)));
    this.transactions =
        TransactionManager.create(
            resources.register(ConnectionFactory.createConnection(configuration)));
    resources.register(transactions::close);
  }

  static InsertsClient open(InsertsPlan plan, Assignment assignment) throws IOException {
    Closer resources = Closer.create();
    try {
      RpcCounter rpcs = plan.delay.apply(new RpcCounter());
      resources.register(rpcs::close);
      return new InsertsClient(
          plan, assignment, rpcs.counting(assignment.configuration()), resources);
    } catch (IOException | RuntimeException | Error e) {
      try (resources) {
        throw e;
      }
    }
  }

  @Override
  public void prepare(Task task) throws IOException {
    transactions.drain();
  }

  /** The clients take turns in the sequence of all numbers, of which each makes an id. */
  @Override
  public Tally run(Task task) throws IOException {
    AtomicLong next = new AtomicLong(assignment.number());
    long seed = plan.windows.seed() + task.round();
    Series series = task.series();
    Tally tally =
        ClosedLoop.run(
            plan.users,
            Duration.ofSeconds(task.seconds()),
            () -> {
              long number = next.getAndAdd(assignment.clients());
              return insert(series.mode(), Records.put(series.ids().id(seed, number)));
            });
    transactions.drain();
    return tally;
  }

  /** Ids are never used again, and no client deletes: the hint that rows are new is right. */
  private CompletableFuture<?> insert(InsertMode mode, Put record) {
    if (mode == InsertMode.RAW) {
      return plain.getTable(InsertTables.RECORDS).put(record);
    }
    return transactions.runAsync(
        transaction -> {
          CompletableFuture<Void> put =
              transaction.asyncTable(InsertTables.RECORDS).put(PutHints.newRow(record));
          return mode.hasIndex()
              ? put.thenCompose(
                  done ->
                      transaction
                          .asyncTable(InsertTables.INDEX)
                          .put(PutHints.newRow(Records.indexEntry(record))))
              : put;
        });
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
