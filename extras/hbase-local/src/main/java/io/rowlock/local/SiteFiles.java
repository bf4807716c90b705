package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Writes the configuration files of a cluster; everything is on loopback. */
final class SiteFiles {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int ENOUGH_COPIES = 3;

  /** Addresses whose port may differ at each start. */
  private static final List<String> ANY_PORT =
      List.of(
          "dfs.namenode.http-address",
          "dfs.datanode.address",
          "dfs.datanode.http.address",
          "dfs.datanode.ipc.address");

  private final ClusterDirectory directory;
  private final ClusterShape shape;
  private final ClusterPorts ports;
  private final Kerberos kerberos;

  SiteFiles(ClusterDirectory directory, ClusterShape shape, ClusterPorts ports) {
    this.directory = directory;
    this.kerberos = new Kerberos(directory);
    this.shape = shape;
    this.ports = ports;
  }

  void write() throws IOException {
    Files.write(directory.zooKeeperFile(), zooKeeper());
    write("core-site.xml", core());
    write("hdfs-site.xml", hdfs());
    write("hbase-site.xml", hbase());
  }

  private List<String> zooKeeper() {
    return List.of(
        "dataDir=" + directory.data("zookeeper"),
        "clientPort=" + ports.of(Role.ZOOKEEPER),
        "clientPortAddress=" + LOOPBACK,
        // Sessions last two to twenty ticks.
        "tickTime=2000",
        "maxClientCnxns=0",
        "admin.enableServer=false",
        "autopurge.purgeInterval=1");
  }

  private Configuration core() {
    Configuration core = new Configuration(false);
    core.set("fs.defaultFS", fileSystem());
    core.set("hadoop.tmp.dir", directory.data("tmp").toString());
    if (shape.isSecure()) {
      kerberos.addToCore(core);
    }
    return core;
  }

  private String fileSystem() {
    return "hdfs://localhost:" + ports.of(Role.NAME_NODE);
  }

  private Configuration hdfs() {
    Configuration hdfs = new Configuration(false);
    hdfs.set("dfs.namenode.name.dir", directory.data("namenode").toUri().toString());
    hdfs.set("dfs.namenode.rpc-bind-host", LOOPBACK);
    ANY_PORT.forEach(key -> hdfs.set(key, LOOPBACK + ":0"));
    hdfs.setInt("dfs.replication", Math.min(shape.dataNodes(), ENOUGH_COPIES));
    // So few servers have no spare one to replace a failed one.
    hdfs.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    hdfs.setInt("dfs.namenode.safemode.extension", 0);
    hdfs.setInt("dfs.datanode.handler.count", 5);
    hdfs.setInt("dfs.namenode.handler.count", 5);
    if (shape.isSecure()) {
      kerberos.addToHdfs(hdfs);
    }
    return hdfs;
  }

  private Configuration hbase() {
    Configuration hbase = new Configuration(false);
    hbase.set(HConstants.HBASE_DIR, fileSystem() + "/hbase");
    hbase.setBoolean(HConstants.CLUSTER_DISTRIBUTED, true);
    hbase.set(HConstants.ZOOKEEPER_QUORUM, LOOPBACK);
    hbase.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, ports.of(Role.ZOOKEEPER));
    hbase.setInt(HConstants.MASTER_PORT, ports.of(Role.MASTER));
    for (String server : List.of("hbase.master", "hbase.regionserver")) {
      hbase.set(server + ".hostname", "localhost");
      hbase.set(server + ".ipc.address", LOOPBACK);
      hbase.setInt(server + ".info.port", -1);
    }
    hbase.setInt("hbase.regionserver.handler.count", 15);
    // No more servers come, so the master need not wait for them.
    hbase.setInt("hbase.master.wait.on.regionservers.maxtostart", shape.regionServers());
    if (shape.isSecure()) {
      kerberos.addToHBase(hbase);
    }
    shape.settings().forEach(hbase::set);
    return hbase;
  }

  private void write(String name, Configuration configuration) throws IOException {
    // Clients may read the file meanwhile.
    WholeFiles.write(directory.conf().resolve(name), configuration::writeXml);
  }

  /** Returns the arguments of one server: usually settings of its own. */
  List<String> own(Member member) {
    return switch (member.role()) {
      case KDC -> List.of(Integer.toString(ports.of(member)));
      case DATA_NODE ->
          List.of("-D", "dfs.datanode.data.dir=" + directory.data(member.name()).toUri());
      case REGION_SERVER -> List.of("-D", HConstants.REGIONSERVER_PORT + "=" + ports.of(member));
      default -> List.of();
    };
  }
}
