package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Tries a JanusGraph server as a new user would: JanusGraph's own class path, Rowlock's jar beside
 * it, and the properties of the guide. A remote client inserts vertices with a unique name, and
 * reads them back after the server has started again.
 */
final class ServerTrial {

  private static final int VERTICES = 20;

  private static final String SCHEMA =
      """
      management = graph.openManagement()
      name = management.makePropertyKey('name').dataType(String.class).make()
      management.buildIndex('byName', Vertex.class).addKey(name).unique().buildCompositeIndex()
      management.commit()
      """;

  private static final String INSERT = "graph.addVertex('name', name); graph.tx().commit(); name";
  private static final String COUNT =
      "count = graph.traversal().V().has('name', name).count().next(); graph.tx().rollback(); count";

  private final Configuration hbase = HBaseConfiguration.create();
  private final Path directory;
  private final GuideSettings guide;

  private ServerTrial(Path directory, GuideSettings guide) {
    this.directory = directory;
    this.guide = guide;
  }

  /**
   * Tries both ways. Exit statuses: 0 good, 2 a server does not start, 3 it answers wrongly.
   *
   * @param arguments the guide, and a directory for files, with the class path of JanusGraph's
   *     server in {@code class-path.txt}
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    ServerTrial trial = new ServerTrial(directory, GuideSettings.read(Path.of(arguments[0])));
    String lib = Files.readString(directory.resolve("class-path.txt")) + ":";
    try {
      boolean isGood = trial.run(StorageMode.CONFIGURED, sorted(lib + jar("rowlock-connection")));
      isGood &= trial.run(StorageMode.STORE, sorted(lib + jar("rowlock-janusgraph")));
      System.exit(isGood ? 0 : 3);
    } catch (IOException failed) {
      System.err.println(failed.getMessage());
      System.exit(2);
    }
  }

  /**
   * Returns the class path in the order in which JanusGraph's script finds the jars in its lib/.
   */
  private static String sorted(String classPath) {
    return Arrays.stream(classPath.strip().split(":", -1))
        .sorted(Comparator.comparing(element -> String.valueOf(Path.of(element).getFileName())))
        .collect(Collectors.joining(":"));
  }

  /** Returns the self-contained jar, which the build puts beside the module's own. */
  private static String jar(String artifact) {
    return Arrays.stream(System.getProperty("java.class.path").split(":", -1))
        .filter(element -> element.matches(".*/" + artifact + "-[^/]*\\.jar"))
        .findFirst()
        .orElseThrow()
        .replaceFirst("\\.jar$", "-all.jar");
  }

  private boolean run(StorageMode mode, String classPath) throws IOException {
    Properties graph = guide.of(mode);
    String table = "server_%s_%x".formatted(mode.label(), System.nanoTime());
    graph.setProperty("gremlin.graph", "org.janusgraph.core.JanusGraphFactory");
    graph.setProperty("storage.hostname", "127.0.0.1");
    graph.setProperty("storage.port", hbase.get(HConstants.ZOOKEEPER_CLIENT_PORT));
    graph.setProperty("storage.hbase.table", table);
    Path files = directory.resolve(mode.label());
    boolean isUnique;
    String java;
    try (TrialServer server = TrialServer.start(files, classPath, graph)) {
      java = server.submit("System.getProperty('java.version')", Map.of()).get(0).getString();
      isUnique = insert(server);
    }
    long found;
    try (TrialServer server = TrialServer.start(files, classPath, graph)) {
      found = count(server);
    }
    boolean isEnabled = isEnabled(table);
    System.out.printf(
        "%s, Java %s: %d of %d vertices after a restart, second one of a name %s, table %s%n",
        mode.label(),
        java,
        found,
        VERTICES,
        isUnique ? "refused" : "ACCEPTED",
        isEnabled ? "transactional" : "NOT TRANSACTIONAL");
    return isUnique && isEnabled && found == VERTICES;
  }

  /** Inserts the vertices; returns whether a second one of the same name is refused. */
  private static boolean insert(TrialServer server) {
    server.submit(SCHEMA, Map.of());
    for (int i = 0; i < VERTICES; i++) {
      server.submit(INSERT, Map.of("name", "n" + i));
    }
    try {
      server.submit(INSERT, Map.of("name", "n0"));
      return false;
    } catch (RuntimeException refused) {
      return String.valueOf(refused.getMessage()).contains("uniqueness");
    }
  }

  /** Returns how many of the vertices are there. */
  private static long count(TrialServer server) {
    long found = 0;
    for (int i = 0; i < VERTICES; i++) {
      found += server.submit(COUNT, Map.of("name", "n" + i)).get(0).getLong();
    }
    return found;
  }

  private boolean isEnabled(String table) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(hbase);
        Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(TableName.valueOf(table)).hasColumnFamily(Bytes.toBytes("_lock"));
    }
  }
}
