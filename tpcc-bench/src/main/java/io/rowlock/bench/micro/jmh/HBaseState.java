package io.rowlock.bench.micro.jmh;

import com.google.common.base.Splitter;
import com.google.common.io.Closer;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.micro.scale.ScaleTable;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A filled table of four regions, on the named HBase or on an embedded one. */
@State(Scope.Benchmark)
public class HBaseState {
  /** The system property that names the configuration file of the HBase. */
  static final String SITE = "rowlock.bench.jmh.site";

  private static final int REGIONS = 4;

  private final Closer closer = Closer.create();
  private final SplittableRandom random = new SplittableRandom(1);
  private final ScaleTable table = ScaleTable.of("jmh", REGIONS);
  private TransactionManager transactions;

  @Setup
  public void open() throws IOException {
    Connection connection = connect(closer);
    table.create(connection);
    table.load(connection, 1);
    transactions = TransactionManager.create(connection);
    closer.register(() -> table.drop(connection));
    closer.register(transactions::close);
  }

  @TearDown
  public void close() throws IOException {
    closer.close();
  }

  ScaleTable table() {
    return table;
  }

  TransactionManager transactions() {
    return transactions;
  }

  /** Returns the generator of the thread that measures; there is only one. */
  SplittableRandom random() {
    return random;
  }

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
    configuration.addResource(new org.apache.hadoop.fs.Path(site));
    return configuration;
  }

  /** How many rows a transaction writes, and how many regions contain them. */
  record Shape(int rows, int regions) {

    /** From {@code "10x4"}: ten rows in four regions. */
    static Shape of(String text) {
      List<String> parts = Splitter.on('x').splitToList(text);
      return new Shape(Integer.parseInt(parts.get(0)), Integer.parseInt(parts.get(1)));
    }
  }
}
