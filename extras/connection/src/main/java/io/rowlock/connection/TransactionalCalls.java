package io.rowlock.connection;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.TransactionWork;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes calls of a connection: as part of the thread's transaction, or else each as a transaction
 * of its own. Thread-safe.
 *
 * @param owner the connection, which the thread's transaction must belong to
 */
record TransactionalCalls(
    Connection owner, EnabledTables tables, Lazy<TransactionManager> managers, PutChecks checks) {

  private static final Logger LOG = LoggerFactory.getLogger(TransactionalCalls.class);

  /**
   * Returns whether calls on the table are transactions. Within a larger transaction it does not
   * rely on an earlier "no": a plain write there takes effect at once, and again in each attempt.
   */
  boolean areFor(TableName table) throws IOException {
    if (tables.contains(table)) {
      return true;
    }
    Transaction joined = ThreadTransaction.of(owner);
    if (joined == null) {
      return false;
    }
    boolean isEnabled = tables.containsNow(table);
    if (!isEnabled) {
      LOG.debug("Table '{}' is not part of transaction {}: not enabled", table, joined.id());
    }
    return isEnabled;
  }

  /** Returns whether calls of this thread are part of a larger transaction. */
  boolean isJoined() {
    return ThreadTransaction.of(owner) != null;
  }

  /**
   * Makes a call in the thread's transaction, or else in one of its own, as {@link #callAlone}
   * does. The thread's transaction validates what it reads.
   */
  <T extends @Nullable Object> T call(
      TableName table, TransactionSettings settings, TableCall<T> call) throws IOException {
    Transaction joined = ThreadTransaction.of(owner);
    return joined == null
        ? callAlone(table, settings, call)
        : attempted(table, () -> call.on(joined.table(table)));
  }

  /**
   * Makes a call in a transaction of its own. A read-only one returns committed rows; others write
   * all rows at one instant. The call is made again if the table has been dropped, and created anew
   * without locks.
   */
  <T extends @Nullable Object> T callAlone(
      TableName table, TransactionSettings settings, TableCall<T> call) throws IOException {
    TransactionWork<T, IOException> work =
        own -> call.on(settings.isReadOnly() ? own.unvalidated().table(table) : own.table(table));
    IoSupplier<T> attempt = () -> managers.get().call(settings, work);
    try {
      return attempt.get();
    } catch (IOException failed) {
      if (!tables.isEnabledAgain(table, failed)) {
        throw FamiliarFailure.of(failed);
      }
    }
    return attempted(table, attempt);
  }

  private <T extends @Nullable Object> T attempted(TableName table, IoSupplier<T> attempt)
      throws IOException {
    try {
      return attempt.get();
    } catch (IOException failed) {
      tables.noteFailure(table, failed);
      throw FamiliarFailure.of(failed);
    }
  }

  /**
   * Opens a scanner of committed rows; the thread's transaction, if there is one, validates them.
   * It has no metrics, also if the scan asks for them, as those of MapReduce do.
   */
  ResultScanner scan(TableName table, Scan scan) throws IOException {
    Transaction joined = ThreadTransaction.of(owner);
    TransactionManager manager = managers.get();
    return new FamiliarScanner(
        joined != null
            ? joined.table(table).getScanner(new Scan(scan).setScanMetricsEnabled(false))
            : new CommittedScanner(manager, table, scan, tables));
  }
}
