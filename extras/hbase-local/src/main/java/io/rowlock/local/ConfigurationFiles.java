package io.rowlock.local;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the files that {@link SiteFiles} writes. */
final class ConfigurationFiles {

  private static final List<String> NAMES =
      List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml");

  private ConfigurationFiles() {}

  static void addTo(Configuration configuration, ClusterDirectory directory) {
    NAMES.forEach(
        name -> configuration.addResource(new Path(directory.conf().resolve(name).toUri())));
  }
}
