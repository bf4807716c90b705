package io.rowlock.bench.kit.clients;

import io.rowlock.bench.kit.Cluster;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Opens the clients of a command.
 *
 * @param conf the directory of the cluster's configuration, if the user has named one
 */
public record ClientOpener(ClientOptions options, @Nullable Path conf, CommandSpec command) {

  /** As {@link ClientOptions#open}. */
  public <W, R> Clients<W, R> open(ClientKind<W, R> kind, Cluster cluster) throws IOException {
    return options.open(kind, cluster, conf, command);
  }
}
