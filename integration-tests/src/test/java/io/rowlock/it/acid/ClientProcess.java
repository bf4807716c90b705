package io.rowlock.it.acid;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** A {@code bench tpcc run} in a separate process, which a test can kill. */
final class ClientProcess implements AutoCloseable {
  /** The terminals of each client, and so the most transactions under way. */
  static final int THREADS = 2;

  private static final Duration END = Duration.ofSeconds(30);

  private final Process process;
  private final Path directory;
  private final Thread deathOfParent;

  private ClientProcess(Process process, Path directory) {
    this.process = process;
    this.directory = directory;
    this.deathOfParent = new Thread(process::destroyForcibly, "tpcc-acid-kill-client");
    Runtime.getRuntime().addShutdownHook(deathOfParent);
  }

  /** Starts a client; the directory gets its ledger and its output. */
  static ClientProcess start(
      Configuration cluster, Layout layout, Mode mode, Duration time, Path directory)
      throws IOException {
    Files.createDirectories(directory);
    Process process =
        JavaProcess.of(Bench.class)
            // Several at a time beside a whole HBase.
            .flags("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .log(directory.resolve("client.log"))
            .arguments(List.of("tpcc", "run", "--quorum=" + quorum(cluster)))
            .arguments(List.of("--layout=" + layout.name(), "--mode=" + mode))
            .arguments(List.of("--threads=" + THREADS, "--time=" + time.toSeconds()))
            .arguments(List.of("--out=" + directory))
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output.txt").toFile())
            .start();
    return new ClientProcess(process, directory);
  }

  private static String quorum(Configuration cluster) {
    return "%s:%s%s"
        .formatted(
            cluster.get(HConstants.ZOOKEEPER_QUORUM),
            cluster.get(HConstants.ZOOKEEPER_CLIENT_PORT),
            cluster.get(HConstants.ZOOKEEPER_ZNODE_PARENT));
  }

  Path ledger() {
    return directory.resolve(Ledger.FILE);
  }

  /** Bytes; nothing before it has begun. */
  long written() throws IOException {
    return Files.exists(ledger()) ? Files.size(ledger()) : 0;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process as {@code kill -9} does. */
  void kill() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(this + " has ended before it was killed");
    }
    var unused = process.destroyForcibly();
    if (!endsWithin(END)) {
      throw new IOException(this + " cannot be killed");
    }
  }

  boolean endsWithin(Duration patience) throws IOException {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** Of one that has ended. */
  int exitStatus() {
    return process.exitValue();
  }

  @Override
  public void close() {
    var unused = process.destroyForcibly();
    try {
      Runtime.getRuntime().removeShutdownHook(deathOfParent);
    } catch (IllegalStateException shuttingDown) {
      // It runs already.
    }
  }

  @Override
  public String toString() {
    return "the client of " + directory;
  }
}
