package io.rowlock.it.soak;

import io.rowlock.bench.kit.Table;
import io.rowlock.it.soak.LockFamily.Sizes;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes samples regularly. Each is a line of a file at once, so that a soak that is killed has left
 * them.
 */
final class Sampler implements Closeable {
  static final String FILE = "samples.csv";

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final double NANOS = 1e9;

  private final SoakCluster cluster;
  private final Clients clients;
  private final Strikes strikes;
  private final LockFamily locks;
  private final Table<Sample> table;
  private final Writer file;
  private final long start = System.nanoTime();
  private final List<Sample> samples = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("soak-sampler").setDaemon(true).build());
  private Sizes sizes = new Sizes(0, 0);
  private boolean hasComplained;
  private volatile long lockCells;

  Sampler(SoakCluster cluster, Clients clients, Strikes strikes, LockFamily locks, Path directory)
      throws IOException {
    this.cluster = cluster;
    this.clients = clients;
    this.strikes = strikes;
    this.locks = locks;
    this.table = Sample.table(cluster.regionServers());
    this.file = Files.newBufferedWriter(directory.resolve(FILE));
    write(table.csvHeader());
  }

  void start(Duration period) {
    var unused =
        timer.scheduleAtFixedRate(
            this::sample, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Sets the number of lock cells, which is counted now and then. */
  void counted(long cells) {
    lockCells = cells;
  }

  double seconds() {
    return (System.nanoTime() - start) / NANOS;
  }

  /** All samples so far. */
  List<Sample> samples() {
    return List.copyOf(samples);
  }

  private void sample() {
    try {
      Optional<ClientFigures> lasting = clients.lasting().figures();
      if (lasting.isPresent()) {
        add(
            new Sample(
                seconds(),
                lasting.get(),
                clients.counts(),
                clients.replaced(),
                strikes.serversKilled(),
                lockCells,
                sizes(),
                cluster.figures()));
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("A sample failed", e);
    }
  }

  private void add(Sample sample) throws IOException {
    samples.add(sample);
    write(table.csvLine(sample));
  }

  /** Returns the former sizes if a compaction moves files, or the file system is out of reach. */
  private Sizes sizes() {
    try {
      sizes = locks.sizes();
    } catch (IOException | RuntimeException e) {
      if (!hasComplained) {
        hasComplained = true;
        LOG.warn("The size of the lock family is not known; later ones without a line", e);
      }
    }
    return sizes;
  }

  private void write(String line) throws IOException {
    file.write(line + "\n");
    file.flush();
  }

  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    file.close();
  }
}
