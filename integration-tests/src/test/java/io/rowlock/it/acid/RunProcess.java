package io.rowlock.it.acid;

import io.rowlock.bench.Bench;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.it.kit.ClientProcess;
import io.rowlock.local.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** A {@code bench tpcc run} in a separate process, which a test can kill. */
final class RunProcess extends ClientProcess {
  /** The terminals of each client, and so the most transactions under way. */
  static final int THREADS = 2;

  private final Thread deathOfParent;

  private RunProcess(ProcessBuilder client, Path ledger) throws IOException {
    super(client, ledger);
    this.deathOfParent = new Thread(process()::destroyForcibly, "tpcc-acid-kill-client");
    Runtime.getRuntime().addShutdownHook(deathOfParent);
  }

  /** Starts a client; the directory gets its ledger and its output. */
  static RunProcess start(
      Configuration cluster, Layout layout, Mode mode, Duration time, Path directory)
      throws IOException {
    Files.createDirectories(directory);
    return new RunProcess(
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
            .redirectOutput(directory.resolve("output.txt").toFile()),
        directory.resolve(Ledger.FILE));
  }

  private static String quorum(Configuration cluster) {
    return "%s:%s%s"
        .formatted(
            cluster.get(HConstants.ZOOKEEPER_QUORUM),
            cluster.get(HConstants.ZOOKEEPER_CLIENT_PORT),
            cluster.get(HConstants.ZOOKEEPER_ZNODE_PARENT));
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(deathOfParent);
    } catch (IllegalStateException shuttingDown) {
      // It runs already.
    }
    super.close();
  }
}
