package io.rowlock.bench.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that choose the cluster; a {@link Mixin} that all commands share. */
public final class ClusterOptions {
  private static final Pattern QUORUM =
      Pattern.compile("([\\w.-]+:\\d{1,5}(?:,[\\w.-]+:\\d{1,5})*)(/[\\w./-]+)?");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--quorum",
      paramLabel = "HOST:PORT[/ZNODE]",
      description = "ZooKeeper of a running HBase; several hosts are separated by commas.")
  private @Nullable String quorum;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Directory with the hbase-site.xml of a running HBase.")
  private @Nullable Path conf;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "Region servers of the embedded HBase (default: 1).")
  private @Nullable Integer regionServers;

  /** Fails with a usage error if the options are invalid for any cluster. */
  public void check() {
    if (Stream.of(quorum, conf, regionServers).filter(Objects::nonNull).count() > 1) {
      throw Arguments.wrong(
          command, "Only one of --quorum, --conf and --region-servers can be given");
    }
    if (quorum != null && !QUORUM.matcher(quorum).matches()) {
      throw Arguments.wrong(
          command, "--quorum expects HOST:PORT[,HOST:PORT...][/ZNODE], not '" + quorum + "'");
    }
    Path directory = conf;
    if (directory != null) {
      Arguments.check(command, () -> checkConf(directory));
    }
    if (regionServers != null && regionServers < 1) {
      throw Arguments.wrong(command, "--region-servers must be at least 1, not " + regionServers);
    }
  }

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public static void checkConf(Path directory) {
    Arguments.require(
        Files.isReadable(directory.resolve("hbase-site.xml")),
        "--conf: there is no readable hbase-site.xml in " + directory);
  }

  /** As {@link #check}; also refuses an embedded HBase, which would lose all data at its end. */
  public void checkIsLasting() {
    if (quorum == null && conf == null) {
      throw Arguments.wrong(
          command,
          "bench tpcc %s needs a running HBase: give --quorum or --conf".formatted(command.name()));
    }
    check();
  }

  /** Whether the command starts a cluster. */
  public boolean isEmbedded() {
    return quorum == null && conf == null;
  }

  /** The directory with the configuration of a running HBase, if the user names one. */
  public @Nullable Path conf() {
    return conf;
  }

  /** Finds the running HBase or starts an embedded one. */
  public Cluster open() throws IOException {
    return open(1);
  }

  /**
   * As {@link #open()}; an embedded one has so many region servers unless the user gives a number.
   */
  public Cluster open(int servers) throws IOException {
    return open(servers, 1);
  }

  /**
   * As {@link #open(int)}; an embedded one has so many datanodes, and as many copies of every file.
   */
  public Cluster open(int servers, int dataNodes) throws IOException {
    if (quorum != null) {
      return Cluster.running(at(quorum), "at " + quorum);
    }
    if (conf != null) {
      return openConf(conf);
    }
    int wanted = regionServers == null ? servers : regionServers;
    return Cluster.embedded(EmbeddedHBase.start(wanted, dataNodes, Map.of()));
  }

  /** Finds the running HBase of a directory of configuration files. */
  public static Cluster openConf(Path conf) throws IOException {
    return Cluster.running(from(conf), "of " + conf);
  }

  private static Configuration at(String quorum) {
    Matcher matcher = QUORUM.matcher(quorum);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(quorum);
    }
    Configuration configuration = HBaseConfiguration.create();
    configuration.set(HConstants.ZOOKEEPER_QUORUM, matcher.group(1));
    if (matcher.group(2) != null) {
      configuration.set(HConstants.ZOOKEEPER_ZNODE_PARENT, matcher.group(2));
    }
    return configuration;
  }

  private static Configuration from(Path directory) {
    Configuration configuration = HBaseConfiguration.create();
    for (String name : new String[] {"core-site.xml", "hbase-site.xml"}) {
      Path file = directory.resolve(name);
      if (Files.isReadable(file)) {
        configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      }
    }
    return configuration;
  }
}
