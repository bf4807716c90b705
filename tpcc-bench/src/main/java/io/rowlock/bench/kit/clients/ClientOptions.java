package io.rowlock.bench.kit.clients;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.kit.clients.ClientKind.Assignment;
import io.rowlock.bench.kit.local.ProcessorTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for clients; a {@link Mixin} of the plans of commands. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE, isGetterVisibility = Visibility.NONE)
public final class ClientOptions {
  private static final String AS_CLIENT = "--as-client";
  private static final int MOST_CLIENTS = 100;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "Client processes on this machine, each with as many threads or users as are given; all"
              + " run every window at once (default: one client, in the process of the command).")
  @Nullable Integer clients;

  /** Of a client process, which its parent starts with the parent's own arguments and this. */
  @Option(names = AS_CLIENT, hidden = true)
  private boolean asClient;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public void check() {
    if (clients != null) {
      Arguments.range("--clients", 1, MOST_CLIENTS, clients);
    }
  }

  /** Whether this process is a client of another process's run. */
  public boolean isClient() {
    return asClient;
  }

  /** Whether clients have processes of their own. */
  public boolean areProcesses() {
    return clients != null;
  }

  public int count() {
    return clients == null ? 1 : clients;
  }

  /**
   * Opens all clients: the only one in this process, or processes with the arguments of this
   * command. Their tables must exist.
   *
   * @param conf the directory of the cluster's configuration, if the user has named one
   */
  public <W, R> Clients<W, R> open(
      ClientKind<W, R> kind, Cluster cluster, @Nullable Path conf, CommandSpec command)
      throws IOException {
    List<ProcessHandle> servers = conf == null ? List.of() : ProcessorTime.serversOf(conf);
    if (clients == null) {
      return new LocalClient<>(kind.open(new Assignment(cluster.configuration(), 0, 1)), servers);
    }
    return ClientProcesses.start(
        kind,
        clients,
        number -> process(number, command),
        cluster.configuration(),
        cluster.isEmbedded() ? List.of(ProcessHandle.current()) : servers,
        command.commandLine().getErr());
  }

  private static ProcessBuilder process(int number, CommandSpec command) {
    JavaProcess java =
        JavaProcess.of(command.root().userObject().getClass())
            .serverFlags()
            .machineFlags()
            .arguments(command.commandLine().getParseResult().originalArgs())
            .arguments(List.of(AS_CLIENT));
    String log = System.getProperty("rowlock.log");
    String end = "-client-" + (number + 1) + ".log";
    return (log == null ? java : java.log(Path.of(log.replaceFirst("(\\.log)?$", end)))).builder();
  }

  /** The text for users. */
  @Override
  public String toString() {
    return clients == null
        ? "1 client in the process of the command"
        : clients + " client process" + (clients == 1 ? "" : "es");
  }
}
