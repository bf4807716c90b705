package io.rowlock.connection;

import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Enables tables at their first use, if they are empty. Thread-safe. */
final class FirstUse {

  private static final Logger LOG = LoggerFactory.getLogger(FirstUse.class);

  /** A table without the endpoint is complete: its owner may have left the endpoint out. */
  private static final EnableOptions NO_MORE_THAN_NEEDED =
      EnableOptions.builder().regionCommit(false).build();

  private final IoSupplier<Connection> plain;
  private final LockFamilyLookup lookup;
  private final Map<TableName, Object> locks = new ConcurrentHashMap<>();

  FirstUse(IoSupplier<Connection> plain, LockFamilyLookup lookup) {
    this.plain = plain;
    this.lookup = lookup;
  }

  /** Enables the table if it is empty, or if another client has begun to and has died. */
  boolean isEnabled(TableName table, boolean hasLocks) throws IOException {
    synchronized (locks.computeIfAbsent(table, name -> new Object())) {
      if (hasLocks) {
        complete(table);
        return true;
      }
      return isEmpty(table)
          ? isMadeTransactional(table)
          : lookup.hasLocks(table); // another client may have enabled it, and written
    }
  }

  /**
   * Completes what another client has begun, if anything; transactions fail if this does. A table
   * whose locks only a region still shows is being disabled by an operator, and stays so.
   */
  private void complete(TableName table) throws IOException {
    TransactionAdmin admin = TransactionAdmin.create(plain.get());
    try {
      if (!admin.planEnable(table, NO_MORE_THAN_NEEDED, progress -> {}).isEmpty()
          && lookup.isDescribedWithLocks(table)) {
        admin.enable(table);
      }
    } catch (IOException unable) {
      if (LockFamilyLookup.isInterruption(unable)) {
        throw unable;
      }
      LOG.debug("Table '{}' stays as it is", table, unable);
    }
  }

  /** Enables the table; false if that is forbidden. */
  private boolean isMadeTransactional(TableName table) throws IOException {
    try {
      TransactionAdmin.create(plain.get()).enable(table);
      return true;
    } catch (AccessDeniedException forbidden) {
      LOG.warn("This user may not make table '{}' transactional", table, forbidden);
      return false;
    }
  }

  private boolean isEmpty(TableName table) throws IOException {
    try (Table opened = plain.get().getTable(table);
        ResultScanner rows = opened.getScanner(new Scan().setOneRowLimit())) {
      return rows.next() == null;
    }
  }
}
