package io.rowlock.bench.kit.clients;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.RpcDelay;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where the clients of a run are, as options of a command; a {@link Mixin}. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class ClientOptions {

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "Client processes on this machine, each with that many threads (default: none: this"
              + " process is the only client).")
  private @Nullable Integer clients;

  @Option(
      names = "--rpc-delay",
      paramLabel = "MS",
      description =
          "Milliseconds by which every request for data is sent later, as by a slower network"
              + " (default: ${DEFAULT-VALUE}).")
  private int rpcDelay;

  /** Returns options that name so many client processes. */
  public static ClientOptions processes(int clients, int rpcDelayMillis) {
    ClientOptions options = new ClientOptions();
    options.clients = clients;
    options.rpcDelay = rpcDelayMillis;
    return options;
  }

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public void check() {
    Arguments.range("--clients", 1, 100, count());
    Arguments.range("--rpc-delay", 0, 10_000, rpcDelay);
  }

  /** Returns the number of clients. */
  public int count() {
    return clients == null ? 1 : clients;
  }

  /** Whether the clients are processes of their own. */
  public boolean areProcesses() {
    return clients != null;
  }

  /** Returns the milliseconds by which requests are sent later. */
  public int rpcDelayMillis() {
    return rpcDelay;
  }

  /** Returns the network of one client. The caller closes it. */
  public RpcDelay network() {
    RpcDelay network = new RpcDelay();
    network.delayMillis(rpcDelay);
    return network;
  }

  /**
   * Opens the clients.
   *
   * @param command whose object is the program
   * @param configuration finds the cluster
   * @param shareType the class of the shares of the program's clients
   */
  @SuppressWarnings("unchecked") // the program's own windows and shares
  public <W, S> Clients<W, S> open(
      CommandSpec command, Configuration configuration, Class<S> shareType) throws IOException {
    if (areProcesses()) {
      return ClientProcesses.start(count(), command, configuration, shareType);
    }
    ClientProgram program = (ClientProgram) command.userObject();
    return Clients.here((Client<W, S>) program.openClient(configuration, 0));
  }

  @Override
  public String toString() {
    String where = areProcesses() ? clients + " client processes" : "This client";
    return rpcDelay == 0 ? where : where + ", requests " + rpcDelay + " ms later";
  }
}
