package io.rowlock.it;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionAction;
import io.rowlock.it.faults.Fault;
import io.rowlock.it.faults.Network;
import io.rowlock.it.faults.WireCall.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** A client that dies in the middle of a commit and leaves its locks behind. */
final class DeadClient {

  private DeadClient() {}

  /** Commits until the first write that {@code last} describes; neither it nor more is sent. */
  static void leaveLocks(
      Configuration configuration, Predicate<LockWrite> last, TransactionAction<IOException> work)
      throws Exception {
    dieOf(configuration, network -> network.when(Stage.write(last), Fault.STOP_BEFORE), work);
  }

  /**
   * Commits until the client dies.
   *
   * @param write the conditional write, counted from 1, that is not sent any more
   */
  static void leaveLocks(
      Configuration configuration, int write, TransactionAction<IOException> work)
      throws Exception {
    dieOf(configuration, network -> network.at(Kind.WRITE, write, Fault.STOP_BEFORE), work);
  }

  private static void dieOf(
      Configuration configuration, Consumer<Network> death, TransactionAction<IOException> work)
      throws Exception {
    RowlockOptions options =
        RowlockOptions.builder()
            .operationTimeout(Duration.ofSeconds(10))
            .parallelCommit(false)
            .build();
    try (Crew crew = new Crew();
        FaultyClient client = new FaultyClient(configuration, options)) {
      death.accept(client.network());
      var unused = crew.start(() -> client.attempt(work));
      client.network().struckBy(Fault.STOP_BEFORE).get(1, TimeUnit.MINUTES);
    }
  }
}
