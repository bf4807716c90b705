package io.rowlock.operations.doctor;

import io.rowlock.admin.ScanProgress;
import io.rowlock.internal.engine.WrappedConnection;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Shows which tables of a cluster are transactional, and examines the cluster: versions, clocks,
 * permissions, tables and locks. It changes nothing, has no resources that must be closed, and is
 * thread-safe; the caller closes the connection. All methods block.
 *
 * <p>Of a cluster that checks permissions it shows the tables on which this user has C or A.
 */
public final class ClusterDoctor {

  private final Connection connection;

  private ClusterDoctor(Connection connection) {
    this.connection = WrappedConnection.unwrap(connection);
  }

  /** Creates an instance. No I/O. */
  public static ClusterDoctor create(Connection connection) {
    return new ClusterDoctor(connection);
  }

  /** Returns all tables that this user may see, plain ones too, in the order of their names. */
  public List<TableStatus> tables() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return new TableReader(admin, RowlockOperations.create(connection)).all();
    }
  }

  /**
   * Examines a cluster, and reports everything that it finds. A part that cannot be examined is a
   * finding, too.
   *
   * @param tables to examine; if it is empty, all that are not plain
   * @param withLocks whether to read the locks of these tables, all of them
   * @param found receives the findings, on the calling thread
   * @param progress of reading locks, table by table
   * @throws IOException if a named table does not exist, or if the tables cannot be listed
   */
  public void examine(
      Set<TableName> tables,
      boolean withLocks,
      Consumer<ClusterFinding> found,
      Consumer<ScanProgress> progress)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      Examination examination =
          new Examination(connection, admin, System::currentTimeMillis, found, progress);
      examination.run(tables, withLocks);
    }
  }
}
