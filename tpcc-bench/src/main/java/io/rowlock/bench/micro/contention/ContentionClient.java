package io.rowlock.bench.micro.contention;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.RpcDelay;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Client;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.micro.contention.ContentionClient.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/** One client of the counters and of the bank. */
final class ContentionClient implements Client<Window, Share> {
  static final String ATTEMPTS = "attempts";
  static final String RPCS = "rpcs";
  static final String UNKNOWN = "unknown";

  private final int number;
  private final Closer closer = Closer.create();
  private final RpcDelay network;
  private final Connection connection;
  private final TransactionManager transactions;
  private final ContentionTable table;

  /**
   * A stretch of time for which this client's threads do one kind of work.
   *
   * @param isApart whether each client increments a counter of its own
   */
  record Window(Series series, int seconds, long seed, boolean isApart) {

    byte[] counter(int client) {
      return isApart ? ContentionTable.counter(series, client) : ContentionTable.counter(series);
    }

    /** Each client makes choices of its own. */
    Load load(int client) {
      return new Load(Duration.ofSeconds(seconds), seed + client);
    }
  }

  ContentionClient(ContentionPlan plan, Configuration configuration, int number)
      throws IOException {
    this.number = number;
    network = plan.clients.network();
    closer.register(network::close);
    connection =
        closer.register(ConnectionFactory.createConnection(network.counting(configuration)));
    transactions = TransactionManager.create(connection);
    closer.register(transactions::close);
    table = new ContentionTable(connection, transactions, plan.accounts);
  }

  @Override
  public Class<Window> windowType() {
    return Window.class;
  }

  @Override
  public Share run(Window window) throws IOException {
    LongAdder unknown = new LongAdder();
    LongAdder rawAttempts = new LongAdder();
    TransactionCounters before = transactions.counters();
    long rpcsBefore = network.requests();
    byte[] counter = window.counter(number);
    Tally tally =
        window
            .load(number)
            .run(
                window.series().threads(),
                random -> {
                  try {
                    rawAttempts.add(table.work(window.series().kind(), counter, random));
                  } catch (CommitOutcomeUnknownException e) {
                    unknown.increment();
                    throw e;
                  }
                });
    transactions.drain();
    long begun = transactions.counters().begun() - before.begun();
    return Share.of(
        tally,
        Map.of(
            ATTEMPTS,
            begun + rawAttempts.sum(),
            RPCS,
            network.requests() - rpcsBefore,
            UNKNOWN,
            unknown.sum()));
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
