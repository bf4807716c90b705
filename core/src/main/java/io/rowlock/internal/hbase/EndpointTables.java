package io.rowlock.internal.hbase;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which tables take atomic writes to several rows of a region, as far as known: those whose
 * descriptor lists the endpoint, until a region answers that it has none. Thread-safe.
 */
final class EndpointTables {

  private static final Logger LOG = LoggerFactory.getLogger(EndpointTables.class);

  private final Set<TableName> listed = ConcurrentHashMap.newKeySet();
  private volatile boolean usable = true;

  /** Notes a descriptor that was looked up, and forgets earlier answers of the table's regions. */
  void note(TableDescriptor table) {
    if (table.hasCoprocessor(RegionEndpoint.CLASS_NAME)) {
      listed.add(table.getTableName());
    } else {
      listed.remove(table.getTableName());
    }
  }

  /**
   * Notes that the endpoint cannot be used. Servers can be configured to ignore a coprocessor that
   * the descriptor lists, and a user may lack the permission for it.
   */
  void noteAbsent(TableName table) {
    if (listed.remove(table)) {
      LOG.info("Table '{}' lists {}, but it cannot be used here", table, RegionEndpoint.CLASS_NAME);
    }
  }

  /** Notes that this client cannot call the endpoint at all. */
  void noteUnusable(LinkageError error) {
    if (usable) {
      LOG.info("No region writes with this HBase client: {}", error.toString());
    }
    usable = false;
  }

  boolean mayHave(TableName table) {
    return usable && listed.contains(table);
  }
}
