package io.rowlock.it.crash;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.faults.Network;
import io.rowlock.local.LifeLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * A client in its own process: runs random transactions and writes a {@link HistoryFile} until it
 * is killed, or ends itself at a {@link HaltPoint}.
 *
 * <p>Arguments: history file, number of the client, seed, threads, and the optional halt point.
 */
final class CrashClient {

  /** HBase could not be reached; this is no failure of the client. */
  static final int NOT_CONNECTED = 4;

  /** Each thread of all clients has a different number. */
  static final int MOST_THREADS = 10;

  /** An unexpected failure, which the output describes. */
  static final int FAILED = 3;

  private CrashClient() {}

  /** Returns the arguments after the history and the number of the client. */
  static List<String> arguments(long seed, int threads, Optional<HaltPoint> halt) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(seed));
    arguments.add(Integer.toString(threads));
    halt.ifPresent(point -> arguments.add(point.text()));
    return arguments;
  }

  public static void main(String[] arguments) throws IOException {
    LifeLine.holdIfFlagged();
    System.out.println(Version.ofThisProcess());
    HistoryFile history = new HistoryFile(Path.of(arguments[0]));
    int number = Integer.parseInt(arguments[1]);
    Random seeds = new Random(Long.parseLong(arguments[2]));
    int threads = Integer.parseInt(arguments[3]);
    Optional<HaltTrap> trap =
        arguments.length > 4
            ? Optional.of(new HaltTrap(HaltPoint.parse(arguments[4]), history))
            : Optional.empty();
    TransactionManager transactions = connect(trap);
    history.add(new HistoryLine.Ready(System.nanoTime()));
    for (int i = 0; i < threads; i++) {
      ClientThread client =
          new ClientThread(
              transactions, history, number * MOST_THREADS + i, new Random(seeds.nextLong()), trap);
      Thread thread = new Thread(() -> run(client), "client-" + i);
      thread.start();
    }
  }

  /** The connection lives as long as the process. */
  private static TransactionManager connect(Optional<HaltTrap> trap) {
    Configuration configuration = HBaseConfiguration.create();
    if (trap.isPresent()) {
      Network network = Network.create();
      trap.get().setIn(network);
      configuration = network.applyTo(configuration);
    }
    try {
      Connection connection = ConnectionFactory.createConnection(configuration);
      return TransactionManager.create(connection);
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(NOT_CONNECTED);
      throw new UncheckedIOException(e);
    }
  }

  private static void run(ClientThread client) {
    try {
      client.run();
    } catch (IOException | RuntimeException | Error e) {
      e.printStackTrace();
      System.exit(FAILED);
    }
  }
}
