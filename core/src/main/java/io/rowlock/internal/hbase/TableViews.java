package io.rowlock.internal.hbase;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;

/**
 * Two views of every table, because HBase sets retries and timeouts for each view.
 *
 * <p>Reads are idempotent, and HBase's client repeats them. Conditional writes are sent exactly
 * once: HBase's client would repeat one whose answer was lost, find its own write, and report "not
 * equal".
 */
final class TableViews {

  private final AsyncConnection connection;
  private final long rpcMillis;
  private final long operationMillis;
  final AsyncAdmin admin;
  private final ConcurrentMap<TableName, AsyncTable<AdvancedScanResultConsumer>> forReads =
      new ConcurrentHashMap<>();
  private final ConcurrentMap<TableName, AsyncTable<AdvancedScanResultConsumer>> forWrites =
      new ConcurrentHashMap<>();

  TableViews(AsyncConnection connection, HBaseStoreSettings settings) {
    this.connection = connection;
    this.rpcMillis = settings.rpcTimeout().toMillis();
    this.operationMillis = settings.operationTimeout().toMillis();
    this.admin = admin(connection, rpcMillis, operationMillis);
  }

  /** Returns an admin with these timeouts. */
  static AsyncAdmin admin(AsyncConnection connection, long rpcMillis, long operationMillis) {
    return connection
        .getAdminBuilder()
        .setRpcTimeout(rpcMillis, TimeUnit.MILLISECONDS)
        .setOperationTimeout(operationMillis, TimeUnit.MILLISECONDS)
        .build();
  }

  /** Returns a view that repeats requests until the operation timeout. */
  AsyncTable<AdvancedScanResultConsumer> forReads(TableName table) {
    return forReads.computeIfAbsent(
        table,
        name ->
            builder(name)
                .setMaxAttempts(Integer.MAX_VALUE)
                .setRetryPause(BackOff.FIRST.toMillis(), TimeUnit.MILLISECONDS)
                .setRetryPauseForServerOverloaded(
                    BackOff.FIRST_WHEN_OVERLOADED.toMillis(), TimeUnit.MILLISECONDS)
                .build());
  }

  /** Returns a view that sends each request once. */
  AsyncTable<AdvancedScanResultConsumer> forWrites(TableName table) {
    return forWrites.computeIfAbsent(table, name -> builder(name).setMaxAttempts(1).build());
  }

  private AsyncTableBuilder<AdvancedScanResultConsumer> builder(TableName table) {
    return connection
        .getTableBuilder(table)
        .setRpcTimeout(rpcMillis, TimeUnit.MILLISECONDS)
        .setReadRpcTimeout(rpcMillis, TimeUnit.MILLISECONDS)
        .setWriteRpcTimeout(rpcMillis, TimeUnit.MILLISECONDS)
        .setScanTimeout(operationMillis, TimeUnit.MILLISECONDS)
        .setOperationTimeout(operationMillis, TimeUnit.MILLISECONDS);
  }
}
