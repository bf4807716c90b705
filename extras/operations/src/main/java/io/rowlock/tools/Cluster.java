package io.rowlock.tools;

import io.rowlock.admin.TransactionAdmin;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import io.rowlock.operations.doctor.ClusterDoctor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** The cluster that a command works on. */
record Cluster(Connection connection) implements AutoCloseable {

  /** Together with the timeouts below less than half a minute. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /**
   * Connects, after checking that a region server answers.
   *
   * @throws IOException within half a minute, while HBase's client alone would retry for many
   */
  static Cluster connect(Configuration configuration) throws IOException {
    KerberosLogin.prepare(configuration);
    probe(configuration);
    return new Cluster(ConnectionFactory.createConnection(configuration));
  }

  TransactionAdmin admin() {
    return TransactionAdmin.create(connection);
  }

  RowlockOperations operations() {
    return RowlockOperations.create(connection);
  }

  ClusterDoctor doctor() {
    return ClusterDoctor.create(connection);
  }

  LockTools openLockTools() throws IOException {
    return operations().openLockTools();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  private static void probe(Configuration configuration) throws IOException {
    FutureTask<Boolean> question = new FutureTask<>(() -> answers(impatient(configuration)));
    Thread thread = new Thread(question, "rowlock-find-hbase");
    thread.setDaemon(true);
    thread.start();
    try {
      question.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException silence) {
      question.cancel(true);
      throw notFound(configuration, "answered within " + PATIENCE.toSeconds() + " s", silence);
    } catch (ExecutionException failed) {
      throw notFound(configuration, "answered (" + Complaint.about(failed) + ")", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while looking for HBase");
    }
  }

  /**
   * Sends a request that needs no permission. Any answer of a region server is enough, also that
   * the region is moving.
   */
  private static boolean answers(Configuration configuration) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
      return meta.exists(new Get(Bytes.toBytes("rowlock")));
    } catch (IOException e) {
      if (Throwables.getCausalChain(e).stream()
          .anyMatch(NotServingRegionException.class::isInstance)) {
        return true;
      }
      throw e;
    }
  }

  private static Configuration impatient(Configuration configuration) {
    Configuration impatient = new Configuration(configuration);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
    impatient.setInt("zookeeper.recovery.retry", 2);
    return impatient;
  }

  private static IOException notFound(Configuration configuration, String how, Exception cause) {
    return new IOException(
        String.format(
            "No HBase at ZooKeeper quorum '%s' (port %s, parent znode '%s') %s: is it running, and"
                + " are --quorum, --conf or HBASE_CONF_DIR right?",
            configuration.get(HConstants.ZOOKEEPER_QUORUM),
            configuration.get(HConstants.ZOOKEEPER_CLIENT_PORT),
            configuration.get(HConstants.ZOOKEEPER_ZNODE_PARENT),
            how),
        cause);
  }
}
