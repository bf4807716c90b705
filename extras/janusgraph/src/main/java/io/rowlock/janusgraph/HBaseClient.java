package io.rowlock.janusgraph;

import io.rowlock.TransactionManager;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.TemporaryBackendException;

/** A connection to HBase, and the transactions on it. */
record HBaseClient(Connection connection, TransactionManager transactions) {

  /**
   * Connects.
   *
   * @throws PermanentBackendException if the cluster cannot be reached
   */
  static HBaseClient open(Configuration configuration) throws PermanentBackendException {
    try {
      Connection connection = ConnectionFactory.createConnection(configuration);
      try {
        return new HBaseClient(connection, TransactionManager.create(connection));
      } catch (IOException | RuntimeException failure) {
        connection.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new PermanentBackendException("No connection to HBase", failure);
    }
  }

  void close() throws BackendException {
    transactions.close();
    try {
      connection.close();
    } catch (IOException failure) {
      throw new TemporaryBackendException(failure);
    }
  }
}
