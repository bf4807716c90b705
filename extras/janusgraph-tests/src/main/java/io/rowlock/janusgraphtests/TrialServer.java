package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.Result;

/** A JanusGraph server in a process of its own, with the files that an operator would write. */
final class TrialServer implements AutoCloseable {

  private static final Duration LONGEST_START = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Process process;
  private final Cluster cluster;

  private TrialServer(Process process, int port) {
    this.process = process;
    this.cluster = Cluster.build("127.0.0.1").port(port).maxWaitForConnection(10_000).create();
  }

  /**
   * Starts a server, and waits until it answers. Its log is in the directory, too. The command in
   * the system property {@code server.java} runs it, or else that of this process.
   *
   * @param graph the properties of its only graph, which scripts know as {@code graph}
   */
  static TrialServer start(Path directory, String classPath, Properties graph) throws IOException {
    Files.createDirectories(directory);
    Path properties = directory.resolve("janusgraph.properties");
    try (Writer out = Files.newBufferedWriter(properties)) {
      graph.store(out, null);
    }
    int port = freePort();
    Path server = Files.writeString(directory.resolve("server.yaml"), yaml(port, properties));
    Path log = directory.resolve("server.log");
    Process process =
        new ProcessBuilder(
                System.getProperty("server.java", ChildJvm.java()),
                "-Xmx1g",
                "-classpath",
                classPath,
                "org.janusgraph.graphdb.server.JanusGraphServer",
                server.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    TrialServer started = new TrialServer(process, port);
    if (!started.answers()) {
      started.close();
      throw new IOException("The server did not start: see " + log);
    }
    return started;
  }

  /** As conf/gremlin-server/gremlin-server.yaml of JanusGraph's distribution, without metrics. */
  private static String yaml(int port, Path properties) {
    return """
        host: 127.0.0.1
        port: %d
        evaluationTimeout: 120000
        channelizer: org.apache.tinkerpop.gremlin.server.channel.WebSocketChannelizer
        graphManager: org.janusgraph.graphdb.management.JanusGraphManager
        graphs: {graph: %s}
        scriptEngines:
          gremlin-groovy:
            plugins:
              org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin: {}
        """
        .formatted(port, properties);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean answers() {
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (process.isAlive() && System.nanoTime() < end) {
      try {
        submit("1", Map.of());
        return true;
      } catch (RuntimeException notYet) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    return false;
  }

  /**
   * Runs a script on the server, as a transaction of its own.
   *
   * @throws RuntimeException if it fails
   */
  List<Result> submit(String script, Map<String, Object> bindings) {
    Client client = cluster.connect();
    try {
      return client.submit(script, bindings).all().join();
    } finally {
      client.close();
    }
  }

  /** Ends the server as a service manager does, so that it closes its graph. */
  @Override
  public void close() {
    cluster.close();
    process.destroy();
    process.onExit().join();
  }
}
