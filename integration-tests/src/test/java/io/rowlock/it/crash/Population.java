package io.rowlock.it.crash;

import io.rowlock.it.crash.Figures.Kind;
import io.rowlock.it.crash.HistoryLine.Halt;
import io.rowlock.local.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** All clients of a run, dead ones included. */
final class Population {

  private final Path conf;
  private final Path directory;
  private final Figures figures;
  private final List<HaltPoint> halts;
  private final AtomicInteger nextHalt = new AtomicInteger();
  private final AtomicInteger nextNumber = new AtomicInteger(1);
  private final Queue<HistoryProcess> clients = new ConcurrentLinkedQueue<>();

  Population(Path conf, Path directory, Figures figures, Random random) {
    this.conf = conf;
    this.directory = directory;
    this.figures = figures;
    this.halts = HaltPoint.all(random);
  }

  HistoryProcess start(long seed, int threads, Optional<HaltPoint> halt) throws IOException {
    int number = nextNumber.getAndIncrement();
    List<String> arguments = CrashClient.arguments(seed, threads, halt);
    HistoryProcess client =
        HistoryProcess.start(JavaProcess.of(CrashClient.class), conf, directory, number, arguments);
    clients.add(client);
    figures.count(Kind.CLIENTS_STARTED);
    return client;
  }

  /** The size of all clients' histories, in bytes. */
  long written() throws IOException {
    long bytes = 0;
    for (HistoryProcess client : clients) {
      bytes += client.written();
    }
    return bytes;
  }

  /** Returns one halt point after the other, in a cycle. */
  HaltPoint nextHalt() {
    return halts.get(nextHalt.getAndIncrement() % halts.size());
  }

  List<HistoryProcess> all() {
    return List.copyOf(clients);
  }

  /**
   * Returns the step at which a client has ended itself.
   *
   * @throws IOException if it has ended in another way
   */
  String whereHalted(HistoryProcess client) throws IOException {
    return HistoryFile.read(client.file()).stream()
        .filter(Halt.class::isInstance)
        .map(line -> ((Halt) line).where())
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "A client has failed with status %d. See %s"
                        .formatted(client.exitStatus(), client.output())));
  }
}
