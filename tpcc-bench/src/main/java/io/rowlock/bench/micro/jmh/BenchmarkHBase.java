package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.jspecify.annotations.Nullable;

/** The HBase of the benchmarks that need one. */
final class BenchmarkHBase {
  /** The system property that names its configuration file. */
  static final String SITE = "rowlock.bench.jmh.site";

  private BenchmarkHBase() {}

  /** Connects with the named HBase, or with an embedded one; the closer ends both. */
  static Connection connect(Closer closer) throws IOException {
    return closer.register(
        ConnectionFactory.createConnection(configuration(closer, System.getProperty(SITE))));
  }

  private static Configuration configuration(Closer closer, @Nullable String site)
      throws IOException {
    if (site == null) {
      EmbeddedHBase hbase = EmbeddedHBase.start();
      closer.register(hbase::close);
      return hbase.configuration();
    }
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(new Path(site));
    return configuration;
  }
}
