package io.rowlock.it;

import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionOptions;
import io.rowlock.it.faults.Fault;
import io.rowlock.it.faults.Network;
import io.rowlock.it.faults.WireCall.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** A client in this JVM that is gone for good before one of the conditional writes of a commit. */
final class DyingClient {

  /** What it does before it commits. */
  @FunctionalInterface
  interface Work {
    void run(Transaction transaction) throws IOException;
  }

  private DyingClient() {}

  /**
   * Runs a transaction until the client dies.
   *
   * @param write the conditional write, counted from 1, that is not sent any more
   */
  static void run(Configuration configuration, int write, Work work) throws Exception {
    Network network = Network.create().at(Kind.WRITE, write, Fault.STOP_BEFORE);
    TransactionOptions options =
        TransactionOptions.builder().operationTimeout(Duration.ofSeconds(10)).build();
    try (TransactionManager manager =
        TestManagers.create(network.applyTo(configuration), options)) {
      CompletableFuture<Void> unused =
          manager.runAsync(
              tx -> {
                work.run(tx);
                return CompletableFuture.completedFuture(null);
              });
      network.struckBy(Fault.STOP_BEFORE).get(1, TimeUnit.MINUTES);
      network.close();
      TestManagers.cutOff(manager);
    }
  }
}
