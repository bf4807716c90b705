package io.rowlock.it;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionOptions;
import io.rowlock.it.faults.Network;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/** A client with a network of its own, which runs one transaction. */
final class Victim implements AutoCloseable {

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

  Victim(Configuration configuration, Duration lease) throws IOException {
    TransactionOptions options =
        TransactionOptions.builder().lease(lease).operationTimeout(Duration.ofSeconds(10)).build();
    transactions = TestManagers.create(network.applyTo(configuration), options);
  }

  Network network() {
    return network;
  }

  Outcome run(TableName table, int trial, CommitShape.Work work) throws IOException {
    try (Transaction tx = transactions.begin()) {
      work.run(new TrialRows(trial, tx.table(table)));
      tx.commit();
      return Outcome.COMMITTED;
    } catch (CommitOutcomeUnknownException nobodyKnows) {
      return Outcome.UNKNOWN;
    } catch (RowlockException surelyNot) {
      return Outcome.NOT_COMMITTED;
    }
  }

  /** Waits until nothing is left to do behind the transaction. */
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
