package io.rowlock.local;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.zookeeper.server.ZooKeeperServerMain;

/** The kinds of server, in the order of their start. */
public enum Role {
  KDC("kdc", "96m"),
  ZOOKEEPER("zookeeper", "128m"),
  NAME_NODE("namenode", "256m"),
  DATA_NODE("datanode", "256m"),
  MASTER("master", "384m"),
  REGION_SERVER("regionserver", "1g");

  private final String label;
  private final String heap;

  Role(String label, String heap) {
    this.label = label;
    this.heap = heap;
  }

  String label() {
    return label;
  }

  /** The largest heap of its JVM. */
  String heap() {
    return heap;
  }

  /**
   * Runs such a server in this process; may return at once.
   *
   * @param arguments Hadoop's generic options; the port of a KDC
   */
  void run(ClusterDirectory directory, List<String> arguments) throws Exception {
    switch (this) {
      case KDC -> new Kerberos(directory).serve(Integer.parseInt(arguments.get(0)));
      case ZOOKEEPER ->
          ZooKeeperServerMain.main(array(List.of(), directory.zooKeeperFile().toString()));
      case NAME_NODE -> NameNode.main(array(arguments));
      case DATA_NODE -> DataNode.main(array(arguments));
      case MASTER -> HMaster.main(array(arguments, "start"));
      case REGION_SERVER -> HRegionServer.main(array(arguments, "start"));
    }
  }

  private static String[] array(List<String> arguments, String... more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
  }
}
