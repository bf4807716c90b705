package io.rowlock.local;

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
 * @param servers null if the servers have no processes of their own on this machine
 */
public record ProcessorTime(Duration client, @Nullable Duration servers) {

  /**
   * Returns the time until now.
   *
   * @param conf the directory of the clients' configuration; null for an embedded HBase, which is a
   *     part of this process
   */
  public static ProcessorTime now(@Nullable Path conf) throws IOException {
    List<ProcessHandle> servers = conf == null ? List.of() : serversOf(conf);
    return new ProcessorTime(
        of(ProcessHandle.current()),
        servers.isEmpty()
            ? null
            : servers.stream().map(ProcessorTime::of).reduce(Duration.ZERO, Duration::plus));
  }

  /** Returns the time since an earlier reading. */
  public ProcessorTime since(ProcessorTime before) {
    return new ProcessorTime(
        client.minus(before.client),
        servers == null || before.servers == null ? null : servers.minus(before.servers));
  }

  private static List<ProcessHandle> serversOf(Path conf) throws IOException {
    ClusterDirectory directory = new ClusterDirectory(conf.toAbsolutePath().resolve(".."));
    Optional<ClusterShape> shape = ShapeFile.read(directory);
    List<ProcessHandle> servers = new ArrayList<>();
    for (Member member : shape.map(ClusterShape::members).orElse(List.of())) {
      new Server(directory, member).process().ifPresent(servers::add);
    }
    return servers;
  }

  private static Duration of(ProcessHandle process) {
    return Optional.of(process.info()).flatMap(Info::totalCpuDuration).orElse(Duration.ZERO);
  }
}
