package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Client.Ended;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Plain HBase: every row by itself is atomic, nothing else. What a business transaction that rolls
 * back has written is not sent.
 */
final class RawClient implements Client {
  private final AsyncConnection connection;
  private final StoredRows rows;
  private final RawRequests requests;
  private final boolean isAtomic;
  private final Operations operations = new Operations();

  private RawClient(
      AsyncConnection connection, StoredRows rows, RawRequests requests, boolean isAtomic) {
    this.connection = connection;
    this.rows = rows;
    this.requests = requests;
    this.isAtomic = isAtomic;
  }

  static RawClient open(
      Configuration configuration, StoredRows rows, RawRequests requests, boolean isAtomic)
      throws IOException {
    AsyncConnection connection =
        Replies.await(ConnectionFactory.createAsyncConnection(configuration));
    return new RawClient(connection, rows, requests, isAtomic);
  }

  @Override
  public <T> Ended<T> run(Work<T> work) throws IOException {
    RawBackend backend = new RawBackend(connection::getTable, rows, requests, isAtomic);
    Access access = new Access(backend, operations);
    try {
      T result = work.execute(access);
      if (!access.isRolledBack()) {
        backend.write();
      }
      return new Ended<>(result, access.isRolledBack(), 1);
    } finally {
      access.count();
    }
  }

  @Override
  public Operations operations() {
    return operations;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
