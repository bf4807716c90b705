package io.rowlock.it.crash;

import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.kit.local.LifeLine;
import io.rowlock.bench.kit.local.StoppedProcess;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A {@link CrashClient} as those see it who kill it. */
final class ClientProcess {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process process;
  private final Path ledger;
  private final Path output;
  private final long launchedNanos;

  private ClientProcess(Process process, Path ledger, Path output) {
    this.process = process;
    this.ledger = ledger;
    this.output = output;
    this.launchedNanos = System.nanoTime();
  }

  /**
   * @param conf of the cluster
   * @param directory for its ledger and logs
   */
  static ClientProcess start(
      Path conf, Path directory, int number, long seed, int threads, Optional<HaltPoint> halt)
      throws IOException {
    Path ledger = directory.resolve("client-" + number + ".ledger");
    Path output = directory.resolve("client-" + number + ".out");
    List<String> arguments = new ArrayList<>();
    arguments.add(ledger.toString());
    arguments.addAll(
        List.of(Integer.toString(number), Long.toString(seed), Integer.toString(threads)));
    halt.ifPresent(point -> arguments.add(point.text()));
    Process process =
        JavaProcess.of(CrashClient.class)
            // Short lives: less compilation, few threads.
            .flags("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
            .log(directory.resolve("client-" + number + ".log"))
            .configuration(conf)
            .arguments(arguments)
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new ClientProcess(process, ledger, output);
  }

  Path ledger() {
    return ledger;
  }

  Path output() {
    return output;
  }

  /** Before it began to live, by the clock of this process. */
  long launchedNanos() {
    return launchedNanos;
  }

  /** How much it has written down so far, in bytes; nothing before it is connected. */
  long written() throws IOException {
    return Files.exists(ledger) ? Files.size(ledger) : 0;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  StoppedProcess stop() throws IOException {
    return StoppedProcess.stop(process.toHandle());
  }

  /** As {@code kill -9}. False when it had ended before. */
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
      throw new InterruptedIOException("Interrupted while a client was to end");
    }
  }

  int exitStatus() {
    return process.exitValue();
  }
}
