package io.rowlock.connection;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of a connection: as part of the thread's transaction, or else each as a transaction
 * of its own. Thread-safe.
 *
 * @param owner the connection, which the thread's transaction must belong to
 */
record TransactionalCalls(Object owner, EnabledTables tables, LazyManager managers) {

  /** Returns whether calls on the table are transactions. */
  boolean areFor(TableName table) throws IOException {
    return tables.contains(table);
  }

  /** Returns whether calls of this thread are part of a larger transaction. */
  boolean isJoined() {
    return ThreadTransaction.of(owner) != null;
  }

  /** Reads committed rows; the thread's transaction, if there is one, validates them. */
  <T extends @Nullable Object> T read(
      TableName table, TransactionSettings settings, TableCall<T> call) throws IOException {
    Transaction joined = ThreadTransaction.of(owner);
    TransactionSettings reading = settings.toBuilder().readOnly(true).build();
    return joined != null
        ? call.on(joined.table(table))
        : managers.get().call(reading, own -> call.on(own.unvalidated().table(table)));
  }

  /** Writes rows, at one instant. */
  <T extends @Nullable Object> T write(
      TableName table, TransactionSettings settings, TableCall<T> call) throws IOException {
    Transaction joined = ThreadTransaction.of(owner);
    return joined != null
        ? call.on(joined.table(table))
        : managers.get().call(settings, own -> call.on(own.table(table)));
  }

  /**
   * Opens a scanner of committed rows; the thread's transaction, if there is one, validates them.
   */
  ResultScanner scan(TableName table, Scan scan) throws IOException {
    Transaction joined = ThreadTransaction.of(owner);
    TransactionManager manager = managers.get();
    return joined != null
        ? joined.table(table).getScanner(scan)
        : new CommittedScanner(manager, table, scan);
  }
}
