package io.rowlock.test;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.MemoryCluster;
import java.util.Random;

/** Creates the clients of one simulated HBase. Each has its own seed, so that runs are alike. */
final class MemoryClients {

  private final MemoryCluster cluster;
  private final TestTime time;
  private final RowlockOptions options;
  private int created;

  MemoryClients(MemoryCluster cluster, TestTime time, RowlockOptions options) {
    this.cluster = cluster;
    this.time = time;
    this.options = options;
  }

  /** A client, and what is between it and the servers. */
  record Client(TransactionManager transactions, FaultyNetwork network) {

    /** Closes the client without waiting. A dead one stays as it is. */
    void close() {
      if (!network.isDead()) {
        var unused = transactions.closeAsync();
      }
    }
  }

  /** Creates a client that no fault strikes. */
  TransactionManager withoutFaults() {
    return create(Interceptor.NONE);
  }

  /**
   * Creates a client that faults can strike.
   *
   * @param other wins when the client is to meet a conflict
   */
  Client withFaults(TransactionManager other) {
    FaultyNetwork network = new FaultyNetwork(new Rival(cluster, other)::write);
    TransactionManager transactions = create(network);
    network.serve(transactions);
    return new Client(transactions, network);
  }

  private synchronized TransactionManager create(Interceptor network) {
    created++;
    return Managers.create(
        new InMemoryRowStore(cluster, network, Runnable::run),
        new Environment(time, time, new Random(created)::nextLong),
        options);
  }
}
