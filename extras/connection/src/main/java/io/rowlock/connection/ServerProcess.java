package io.rowlock.connection;

import io.rowlock.internal.engine.WrappedConnection;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Recognizes connections that a server opens for itself: its own work on tables, such as applying
 * replicated edits, must never run as transactions. HBase creates asynchronous connections on
 * another thread, so that the main class of the process counts, too.
 */
final class ServerProcess {

  private static final List<String> SERVERS =
      List.of(
          "org.apache.hadoop.hbase.regionserver.HRegionServer",
          "org.apache.hadoop.hbase.regionserver.RSRpcServices",
          "org.apache.hadoop.hbase.master.HMaster",
          "org.apache.hadoop.hbase.master.MasterRpcServices",
          "org.apache.hadoop.hbase.replication.regionserver.");

  private ServerProcess() {}

  /**
   * Returns a copy of the configuration that leads to connections without transactions.
   *
   * @throws IOException if a server of HBase opens the connection
   */
  static Configuration unwrap(Configuration configuration, Class<?> connection) throws IOException {
    Optional<String> server = caller();
    if (server.isPresent()) {
      throw new IOException(
          "A server of HBase (%s) must not use %s: remove %s from the servers' configuration"
              .formatted(
                  server.get(),
                  connection.getName(),
                  String.join(" and ", WrappedConnection.SETTINGS)));
    }
    return WrappedConnection.unwrap(configuration);
  }

  /** Returns the class of a server that has led to the call of this method, or runs it. */
  static Optional<String> caller() {
    return onStack().or(() -> mainClass(System.getProperty("sun.java.command", "")));
  }

  /** Returns the class of a server that a command line starts. */
  static Optional<String> mainClass(String command) {
    return SERVERS.stream().filter(server -> command.split(" ", 2)[0].equals(server)).findFirst();
  }

  private static Optional<String> onStack() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(name -> SERVERS.stream().anyMatch(name::startsWith))
                    .findFirst());
  }
}
