package io.rowlock.it.kit;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionAction;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.it.kit.faults.Network;
import io.rowlock.it.kit.faults.WireCall;
import io.rowlock.it.kit.faults.WireCall.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** A client that dies in the middle of a commit and leaves its locks. */
public final class DeadClient {

  private DeadClient() {}

  /**
   * Commits until the first write that matches {@code last}; neither it nor a later one is sent.
   */
  public static void leaveLocks(
      Configuration configuration, Predicate<LockWrite> last, TransactionAction<IOException> work)
      throws Exception {
    dieOf(configuration, network -> network.when(WireCall.writing(last), Fault.STOP_BEFORE), work);
  }

  /**
   * Commits until the client dies.
   *
   * @param write the first conditional write, counted from 1, that is not sent
   */
  public static void leaveLocks(
      Configuration configuration, int write, TransactionAction<IOException> work)
      throws Exception {
    dieOf(configuration, network -> network.at(Kind.WRITE, write, Fault.STOP_BEFORE), work);
  }

  private static void dieOf(
      Configuration configuration, Consumer<Network> death, TransactionAction<IOException> work)
      throws Exception {
    RowlockOptions options =
        RowlockOptions.builder().operationTimeout(Duration.ofSeconds(10)).build();
    try (Crew crew = new Crew();
        FaultyClient client = new FaultyClient(configuration, options)) {
      death.accept(client.network());
      var unused = crew.start(() -> client.attempt(work));
      client.network().struckBy(Fault.STOP_BEFORE).get(1, TimeUnit.MINUTES);
    }
  }
}
