package io.rowlock.bench.kit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;

/** The HBase that a benchmark runs on. {@link #close} stops an embedded HBase only. */
public final class Cluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private final Configuration configuration;
  private final @Nullable EmbeddedHBase embedded;
  private final Facts facts;

  /** Facts about a cluster; {@code where} is "embedded" or the way to find it. */
  public record Facts(String where, String hbaseVersion, int regionServers) {}

  private Cluster(Configuration configuration, @Nullable EmbeddedHBase embedded, Facts facts) {
    this.configuration = configuration;
    this.embedded = embedded;
    this.facts = facts;
  }

  /** A cluster that others stop; fails soon if it does not answer. */
  public static Cluster running(Configuration configuration, String where) throws IOException {
    return new Cluster(configuration, null, ask(configuration, where));
  }

  /** A cluster that {@link #close} stops. */
  public static Cluster embedded(EmbeddedHBase hbase) throws IOException {
    try {
      Configuration configuration = hbase.configuration();
      return new Cluster(configuration, hbase, ask(configuration, "embedded"));
    } catch (IOException | RuntimeException e) {
      try (hbase) {
        throw e;
      }
    }
  }

  /** A copy of the configuration with which clients find this cluster. */
  public Configuration configuration() {
    return new Configuration(configuration);
  }

  public boolean isEmbedded() {
    return embedded != null;
  }

  public Facts facts() {
    return facts;
  }

  @Override
  public void close() throws IOException {
    if (embedded != null) {
      embedded.close();
    }
  }

  /** Asks in a separate thread, because HBase's client repeats the request for many minutes. */
  private static Facts ask(Configuration configuration, String where) throws IOException {
    FutureTask<Facts> question = new FutureTask<>(() -> facts(impatient(configuration), where));
    Thread thread = new Thread(question, "rowlock-bench-find-hbase");
    thread.setDaemon(true);
    thread.start();
    try {
      return question.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      question.cancel(true);
      throw silent(where, "within " + PATIENCE.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw silent(where, "(" + Throwables.getRootCause(e).getMessage() + ")", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while looking for HBase");
    }
  }

  private static IOException silent(String where, String how, Exception cause) {
    String hint = "Is it running, and are the quorum, its port and the znode right?";
    return new IOException("No HBase " + where + " answered " + how + ". " + hint, cause);
  }

  private static Facts facts(Configuration configuration, String where) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      ClusterMetrics metrics =
          admin.getClusterMetrics(EnumSet.of(Option.HBASE_VERSION, Option.LIVE_SERVERS));
      String version = Objects.requireNonNull(metrics.getHBaseVersion(), "version");
      return new Facts(where, version, metrics.getLiveServerMetrics().size());
    }
  }

  private static Configuration impatient(Configuration configuration) {
    Configuration impatient = new Configuration(configuration);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
    impatient.setInt("zookeeper.recovery.retry", 3);
    return impatient;
  }
}
