package io.rowlock.bench.kit.local;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import java.io.IOException;
import java.lang.ProcessHandle.Info;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The processor time that processes have used since they began, as the operating system counts it.
 *
 * @param clients of all clients together
 * @param servers null if the servers have no processes of their own on this machine
 */
public record ProcessorTime(Duration clients, @Nullable Duration servers) {
  private static final double NANOS_PER_MICRO = 1_000;

  /** Returns the time until now; no servers: unknown. */
  public static ProcessorTime now(List<ProcessHandle> clients, List<ProcessHandle> servers) {
    return new ProcessorTime(sum(clients), servers.isEmpty() ? null : sum(servers));
  }

  /** Returns the time since an earlier reading. */
  public ProcessorTime since(ProcessorTime before) {
    return new ProcessorTime(
        clients.minus(before.clients),
        servers == null || before.servers == null ? null : servers.minus(before.servers));
  }

  /** Returns a point with the time by transactions, of clients and of servers. */
  public <S extends SeriesKey> Point<S> addTo(Point<S> point, double transactions) {
    return point
        .with(Figure.CPU_MICROS_PER_TX, micros(clients) / transactions)
        .with(
            Figure.SERVER_CPU_MICROS_PER_TX,
            servers == null ? null : micros(servers) / transactions);
  }

  /**
   * The running servers of {@code scripts/hbase-local}; empty if the configuration is that of
   * another HBase.
   *
   * @param conf the directory of the clients' configuration
   */
  public static List<ProcessHandle> serversOf(Path conf) throws IOException {
    ClusterDirectory directory = new ClusterDirectory(conf.toAbsolutePath().resolve(".."));
    Optional<ClusterShape> shape = ShapeFile.read(directory);
    List<ProcessHandle> servers = new ArrayList<>();
    for (Member member : shape.map(ClusterShape::members).orElse(List.of())) {
      new Server(directory, member).process().ifPresent(servers::add);
    }
    return servers;
  }

  private static double micros(Duration time) {
    return time.toNanos() / NANOS_PER_MICRO;
  }

  private static Duration sum(List<ProcessHandle> processes) {
    return processes.stream().map(ProcessorTime::of).reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration of(ProcessHandle process) {
    return Optional.of(process.info()).flatMap(Info::totalCpuDuration).orElse(Duration.ZERO);
  }
}
