package io.rowlock.local;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Records the size of the cluster that was started in a directory. */
final class ShapeFile {

  private static final String DATA_NODES = "data-nodes";
  private static final String REGION_SERVERS = "region-servers";
  private static final String SECURE = "secure";

  private ShapeFile() {}

  static void write(ClusterDirectory directory, ClusterShape shape) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(DATA_NODES, Integer.toString(shape.dataNodes()));
    properties.setProperty(REGION_SERVERS, Integer.toString(shape.regionServers()));
    properties.setProperty(SECURE, Boolean.toString(shape.isSecure()));
    WholeFiles.write(directory.shapeFile(), properties);
  }

  /** The recorded size; empty if no cluster was ever started there. */
  static Optional<ClusterShape> read(ClusterDirectory directory) throws IOException {
    Properties properties = WholeFiles.readProperties(directory.shapeFile());
    if (properties.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ClusterShape(
            number(properties, DATA_NODES),
            number(properties, REGION_SERVERS),
            Map.of(),
            Boolean.parseBoolean(properties.getProperty(SECURE))));
  }

  private static int number(Properties properties, String key) {
    return Integer.parseInt(properties.getProperty(key));
  }
}
