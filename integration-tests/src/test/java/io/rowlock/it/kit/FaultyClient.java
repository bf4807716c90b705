package io.rowlock.it.kit;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.faults.Network;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;

/** A client with its own network, which makes one attempt at each transaction. */
public final class FaultyClient implements AutoCloseable {

  /** The outcome that a client reports. */
  public enum Outcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN,
    /** No report, because the client is gone. */
    GONE
  }

  private final Network network = Network.create();
  private final TransactionManager transactions;

  public FaultyClient(Configuration configuration, Duration lease) throws IOException {
    this(configuration, RowlockOptions.builder().lease(lease).build());
  }

  public FaultyClient(Configuration configuration, RowlockOptions options) throws IOException {
    transactions = TestManagers.create(network.applyTo(configuration), options);
  }

  public Network network() {
    return network;
  }

  /** Begins a transaction, works in it and commits it. */
  public Outcome attempt(TransactionAction<IOException> work) throws IOException {
    return outcomeOf(
        () -> {
          try (Transaction tx = transactions.begin()) {
            work.execute(tx);
            tx.commit();
          }
        });
  }

  /** An action that commits. */
  public interface Commit {
    void run() throws IOException;
  }

  public static Outcome outcomeOf(Commit commit) throws IOException {
    try {
      commit.run();
      return Outcome.COMMITTED;
    } catch (CommitOutcomeUnknownException unknownOutcome) {
      return Outcome.UNKNOWN;
    } catch (RowlockException surelyNot) {
      return Outcome.NOT_COMMITTED;
    }
  }

  public TransactionManager transactions() {
    return transactions;
  }

  public Transaction begin() {
    return transactions.begin();
  }

  /** Waits until the background work of the transactions is done. */
  public void drain() throws IOException {
    transactions.drain();
  }

  @Override
  public void close() throws IOException {
    network.close();
    TestManagers.cutOff(transactions);
    transactions.close();
  }
}
