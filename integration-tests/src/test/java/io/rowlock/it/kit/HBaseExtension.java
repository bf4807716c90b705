package io.rowlock.it.kit;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides tests with an {@link EmbeddedHBase}, a {@link Connection} to it, or a copy of its client
 * {@link Configuration}, as parameters.
 *
 * <p>One cluster serves all test classes of the JVM, because a start takes many seconds: it starts
 * for the first test and ends with the JVM. Tests therefore use their own tables and restore the
 * servers.
 *
 * <p>With {@code -Drowlock.test.remote=true} the cluster is the one of the {@code hbase-site.xml}
 * on the class path, in other JVMs; tests that access servers cannot run on it.
 */
public final class HBaseExtension implements ParameterResolver {
  private static final boolean REMOTE = Boolean.getBoolean("rowlock.test.remote");
  private static final int REGION_SERVERS = 3;

  /**
   * Settings of servers. The balancer would move regions during tests that count requests or do not
   * retry. Each family of a region that was written keeps a chunk of memory: chunks of 2 MB, as
   * usual, take 4 MB of the heap each, and those of all tests' tables fill it.
   */
  public static final Map<String, String> SETTINGS =
      Map.of(
          "hbase.balancer.period",
          Integer.toString(Integer.MAX_VALUE),
          "hbase.hregion.memstore.mslab.chunksize",
          Integer.toString(512 * 1024));

  private static @Nullable Shared shared;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Connection.class || type == Configuration.class || type == EmbeddedHBase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Shared all = shared();
    Class<?> type = parameter.getParameter().getType();
    if (type == Connection.class) {
      return all.connection;
    } else if (type == Configuration.class) {
      return new Configuration(all.connection.getConfiguration());
    } else if (all.hbase == null) {
      throw new ParameterResolutionException("This test needs an HBase in its own JVM");
    }
    return all.hbase;
  }

  /** Not stored in JUnit, because Surefire runs each class of a JVM in a separate launch. */
  private static synchronized Shared shared() {
    if (shared == null) {
      try {
        shared = REMOTE ? Shared.find() : Shared.start();
      } catch (IOException e) {
        throw new ParameterResolutionException("No HBase to test on", e);
      }
    }
    return shared;
  }

  /**
   * The cluster and a connection to it. An {@link EmbeddedHBase} deletes its files when the JVM
   * ends.
   */
  private record Shared(@Nullable EmbeddedHBase hbase, Connection connection) {
    static Shared start() throws IOException {
      EmbeddedHBase hbase = EmbeddedHBase.start(REGION_SERVERS, SETTINGS);
      return new Shared(hbase, hbase.connect());
    }

    static Shared find() throws IOException {
      return new Shared(null, ConnectionFactory.createConnection(HBaseConfiguration.create()));
    }
  }
}
