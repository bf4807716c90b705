package io.rowlock.it.crash;

import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.kit.local.LifeLine;
import io.rowlock.it.kit.StoppedProcess;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process of a client, which writes a {@link HistoryFile}. */
final class ClientProcess {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process process;
  private final Path history;
  private final Path output;
  private final long launchedNanos;

  private ClientProcess(Process process, Path history, Path output) {
    this.process = process;
    this.history = history;
    this.output = output;
    this.launchedNanos = System.nanoTime();
  }

  /**
   * Starts a program whose first arguments are its history and its number.
   *
   * @param conf of the cluster
   * @param directory for its history and logs
   */
  static ClientProcess start(
      JavaProcess program, Path conf, Path directory, int number, List<String> arguments)
      throws IOException {
    Path history = directory.resolve("client-" + number + ".history");
    Path output = directory.resolve("client-" + number + ".out");
    Process process =
        program
            // Clients live for a short time: less compilation, few threads.
            .flags("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
            .log(directory.resolve("client-" + number + ".log"))
            .configuration(conf)
            .arguments(List.of(history.toString(), Integer.toString(number)))
            .arguments(arguments)
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new ClientProcess(process, history, output);
  }

  Path history() {
    return history;
  }

  Path output() {
    return output;
  }

  /** A time before the process started, by the clock of this process. */
  long launchedNanos() {
    return launchedNanos;
  }

  /** The size of its history, in bytes; 0 before the client is connected. */
  long written() throws IOException {
    return Files.exists(history) ? Files.size(history) : 0;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  StoppedProcess stop() throws IOException {
    return StoppedProcess.stop(process.toHandle());
  }

  /** Kills the client as {@code kill -9} does. Returns false if it had ended before. */
  boolean kill() throws IOException {
    boolean lived = process.isAlive();
    Process unused = process.destroyForcibly();
    if (!hasEndedWithin(PATIENCE)) {
      throw new IOException("Process " + process.pid() + " of a client cannot be killed");
    }
    return lived;
  }

  boolean hasEndedWithin(Duration patience) throws IOException {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting for the end of a client");
    }
  }

  int exitStatus() {
    return process.exitValue();
  }
}
