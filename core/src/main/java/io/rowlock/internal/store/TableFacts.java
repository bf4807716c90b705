package io.rowlock.internal.store;

import java.util.NavigableSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;

/**
 * What a transaction must know of a table before it writes to it.
 *
 * @param families every column family, in the order of {@code Bytes.BYTES_COMPARATOR}, the lock
 *     family included if there is one
 * @param floor no data or lock is ever written at or below this timestamp (protocol, I5)
 * @param durability of every write to the table, at least {@link Durability#SYNC_WAL}
 */
public record TableFacts(
    TableName table, NavigableSet<byte[]> families, long floor, Durability durability) {

  public boolean isTransactional() {
    return families.contains(LockColumn.family());
  }
}
