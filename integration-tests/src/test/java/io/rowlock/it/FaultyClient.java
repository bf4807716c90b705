package io.rowlock.it;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.it.faults.Network;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;

/** A client with a network of its own, which makes one attempt at each transaction. */
final class FaultyClient implements AutoCloseable {

  /** What a client says of its transaction. */
  enum Outcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN,
    /** Nothing, because it is gone. */
    GONE
  }

  private final Network network = Network.create();
  private final TransactionManager transactions;

  FaultyClient(Configuration configuration, Duration lease) throws IOException {
    this(configuration, RowlockOptions.builder().lease(lease).build());
  }

  FaultyClient(Configuration configuration, Duration lease, boolean parallel) throws IOException {
    this(configuration, RowlockOptions.builder().lease(lease).parallelCommit(parallel).build());
  }

  FaultyClient(Configuration configuration, RowlockOptions options) throws IOException {
    transactions = TestManagers.create(network.applyTo(configuration), options);
  }

  Network network() {
    return network;
  }

  /** Begins a transaction, works in it and commits it. */
  Outcome attempt(TransactionAction<IOException> work) throws IOException {
    return outcomeOf(
        () -> {
          try (Transaction tx = transactions.begin()) {
            work.execute(tx);
            tx.commit();
          }
        });
  }

  /** Something that commits. */
  interface Commit {
    void run() throws IOException;
  }

  static Outcome outcomeOf(Commit commit) throws IOException {
    try {
      commit.run();
      return Outcome.COMMITTED;
    } catch (CommitOutcomeUnknownException nobodyKnows) {
      return Outcome.UNKNOWN;
    } catch (RowlockException surelyNot) {
      return Outcome.NOT_COMMITTED;
    }
  }

  TransactionManager transactions() {
    return transactions;
  }

  Transaction begin() {
    return transactions.begin();
  }

  /** Waits until nothing is left to do behind the transactions. */
  void drain() throws IOException {
    transactions.drain();
  }

  @Override
  public void close() throws IOException {
    network.close();
    TestManagers.cutOff(transactions);
    transactions.close();
  }
}
