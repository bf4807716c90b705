package io.rowlock.it.crash;

import io.rowlock.it.kit.Await;
import io.rowlock.local.LifeLine;
import io.rowlock.tools.Rowlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Processes with two versions of the library; one thread uses this object. */
final class UpgradeClients {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int THREADS = 3;

  /** The size of a history of about twenty transactions. */
  private static final int ENOUGH_WRITTEN = 5_000;

  private static final int LONGEST_MILLIS = 1_500;

  private final Path conf;
  private final Path directory;
  private final Random random = new Random();
  private final Map<HistoryProcess, Version> clients = new LinkedHashMap<>();
  private int tools;

  UpgradeClients(Path conf, Path directory) {
    this.conf = conf;
    this.directory = directory;
  }

  /** All clients, dead ones included, and their versions. */
  Map<HistoryProcess, Version> all() {
    return clients;
  }

  /** Starts a client that runs random transactions until it is killed. */
  HistoryProcess start(Version version) throws IOException {
    return start(
        version,
        CrashClient.class,
        CrashClient.arguments(random.nextLong(), THREADS, Optional.empty()));
  }

  private HistoryProcess start(Version version, Class<?> main, List<String> arguments)
      throws IOException {
    HistoryProcess client =
        HistoryProcess.start(version.program(main), conf, directory, clients.size() + 1, arguments);
    clients.put(client, version);
    return client;
  }

  /** Waits until the client has run some transactions, and for a random time. */
  void letWork(HistoryProcess client) throws Exception {
    Await.until(
        "transactions of " + client.output(),
        PATIENCE,
        () -> client.written() > ENOUGH_WRITTEN || !client.isAlive());
    boolean unused = client.hasEndedWithin(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
  }

  void kill(HistoryProcess client) throws IOException {
    if (!client.kill()) {
      throw failed(client);
    }
    requireVersion(client);
  }

  /** Reads everything in one transaction. */
  void readAll(Version version) throws IOException {
    HistoryProcess reader = start(version, WholeReader.class, List.of());
    if (!reader.hasEndedWithin(PATIENCE) || reader.exitStatus() != 0) {
      throw failed(reader);
    }
    requireVersion(reader);
  }

  private void requireVersion(HistoryProcess client) throws IOException {
    Path library = clients.get(client).library();
    if (!Files.readString(client.output()).contains(" in " + library + "\n")) {
      throw new IOException(client.output() + " does not name the library " + library);
    }
  }

  private static IOException failed(HistoryProcess client) {
    return new IOException("A client has failed: see " + client.output());
  }

  /**
   * Runs a command of {@code rowlock} on the table.
   *
   * @return a description of what went wrong; empty if the exit status is 0
   */
  Optional<String> command(Version version, String command) throws Exception {
    Path output = directory.resolve(command + "-" + ++tools + ".out");
    Process process =
        version
            .program(Rowlock.class)
            .flags("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
            .log(directory.resolve(command + "-" + tools + ".log"))
            .arguments(
                List.of(command, ListTable.NAME.getNameAsString(), "--conf", conf.toString()))
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("'rowlock " + command + "' did not end: see " + output);
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of(
            "'rowlock %s' of %s: exit status %d, %s"
                .formatted(command, version.name(), process.exitValue(), Files.readString(output)));
  }

  void killAll() throws IOException {
    for (HistoryProcess client : clients.keySet()) {
      boolean unused = client.kill();
    }
  }
}
