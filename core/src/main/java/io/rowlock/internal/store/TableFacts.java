package io.rowlock.internal.store;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a transaction must know about a table before it writes to it.
 *
 * @param families every column family, in the order of {@code Bytes.BYTES_COMPARATOR}, the lock
 *     family included if there is one
 * @param oneVersion families that are known to keep no cell after a later write to its column: no
 *     older versions, and no deleted cells
 * @param floor no data or lock is ever written at or below this timestamp (protocol, I5)
 * @param durability of every write to the table, at least {@link Durability#SYNC_WAL}
 * @param denied families that this user may not write to
 * @param hidden families that this user may not read: servers omit their cells without an error
 * @param flaws why no transaction may write to the table, each with the way out; usually none
 * @param isClosed whether no commit may begin, because the table is being disabled for
 *     transactions; locks are still settled
 */
public record TableFacts(
    TableName table,
    NavigableSet<byte[]> families,
    NavigableSet<byte[]> oneVersion,
    long floor,
    Durability durability,
    NavigableSet<byte[]> denied,
    NavigableSet<byte[]> hidden,
    List<String> flaws,
    boolean isClosed) {

  private static final NavigableSet<byte[]> NONE =
      Collections.unmodifiableNavigableSet(new TreeSet<>(Bytes.BYTES_COMPARATOR));

  /** Creates the facts of a table without flaws, whose families all keep one version. */
  public TableFacts(
      TableName table, NavigableSet<byte[]> families, long floor, Durability durability) {
    this(table, families, families, floor, durability, NONE, NONE, List.of(), false);
  }

  /** Returns the same facts with a family added, which may keep several versions. */
  public TableFacts with(byte[] family) {
    NavigableSet<byte[]> more = new TreeSet<>(families);
    more.add(family);
    NavigableSet<byte[]> all = Collections.unmodifiableNavigableSet(more);
    return new TableFacts(
        table, all, oneVersion, floor, durability, denied, hidden, flaws, isClosed);
  }

  /** Returns all families but that of the locks. */
  public NavigableSet<byte[]> userFamilies() {
    NavigableSet<byte[]> names = new TreeSet<>(families);
    names.remove(LockColumn.family());
    return names;
  }

  public boolean isTransactional() {
    return families.contains(LockColumn.family());
  }
}
