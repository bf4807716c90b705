package io.rowlock.internal.store;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a transaction must know of a table before it writes to it.
 *
 * @param families every column family, in the order of {@code Bytes.BYTES_COMPARATOR}, the lock
 *     family included if there is one
 * @param floor no data or lock is ever written at or below this timestamp (protocol, I5)
 * @param durability of every write to the table, at least {@link Durability#SYNC_WAL}
 * @param denied families that this user may not write to
 * @param hidden families that this user may not read: servers leave their cells out without a word
 * @param flaws why no transaction may write to the table, each with the way out; mostly none
 */
public record TableFacts(
    TableName table,
    NavigableSet<byte[]> families,
    long floor,
    Durability durability,
    NavigableSet<byte[]> denied,
    NavigableSet<byte[]> hidden,
    List<String> flaws) {

  private static final NavigableSet<byte[]> NONE =
      Collections.unmodifiableNavigableSet(new TreeSet<>(Bytes.BYTES_COMPARATOR));

  /** A table whose families may all be read and written to. */
  public TableFacts(
      TableName table, NavigableSet<byte[]> families, long floor, Durability durability) {
    this(table, families, floor, durability, NONE, NONE, List.of());
  }

  /** A table without flaws. */
  public TableFacts(
      TableName table,
      NavigableSet<byte[]> families,
      long floor,
      Durability durability,
      NavigableSet<byte[]> denied,
      NavigableSet<byte[]> hidden) {
    this(table, families, floor, durability, denied, hidden, List.of());
  }

  /** The same of a table that has these families, too. */
  public TableFacts with(NavigableSet<byte[]> others) {
    NavigableSet<byte[]> all = new TreeSet<>(families);
    all.addAll(others);
    return new TableFacts(
        table, Collections.unmodifiableNavigableSet(all), floor, durability, denied, hidden, flaws);
  }

  /** All but that of the locks. */
  public NavigableSet<byte[]> userFamilies() {
    NavigableSet<byte[]> names = new TreeSet<>(families);
    names.remove(LockColumn.family());
    return names;
  }

  public boolean isTransactional() {
    return families.contains(LockColumn.family());
  }
}
