package io.rowlock.internal.store;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/**
 * The user columns that a read selects. Every read returns the lock cell as well; it is never part
 * of the selection.
 *
 * <p>Immutable.
 */
public final class ColumnSelection {

  /** Every user column. */
  public static final ColumnSelection ALL =
      new ColumnSelection(true, new TreeMap<>(Bytes.BYTES_COMPARATOR));

  /** No user column: only the lock. */
  public static final ColumnSelection LOCK_ONLY =
      new ColumnSelection(false, new TreeMap<>(Bytes.BYTES_COMPARATOR));

  private final boolean all;
  private final NavigableMap<byte[], NavigableSet<byte[]>> families;

  private ColumnSelection(boolean all, NavigableMap<byte[], NavigableSet<byte[]>> families) {
    this.all = all;
    this.families = families;
  }

  /**
   * Returns the selection of an HBase {@code Get} or {@code Scan}: an empty map selects everything,
   * a family without qualifiers (null or an empty set) the whole family. The names are copied,
   * because their arrays belong to the user.
   */
  public static ColumnSelection of(
      Map<byte[], ? extends @Nullable NavigableSet<byte[]>> familyMap) {
    if (familyMap.isEmpty()) {
      return ALL;
    }
    NavigableMap<byte[], NavigableSet<byte[]>> copy = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    familyMap.forEach((family, qualifiers) -> copy.put(family.clone(), copyOf(qualifiers)));
    return new ColumnSelection(false, copy);
  }

  /** Returns the selection of one column. */
  public static ColumnSelection column(byte[] family, byte[] qualifier) {
    NavigableSet<byte[]> qualifiers = copyOf(null);
    qualifiers.add(qualifier);
    return of(Map.of(family, qualifiers));
  }

  private static NavigableSet<byte[]> copyOf(@Nullable NavigableSet<byte[]> qualifiers) {
    NavigableSet<byte[]> copy = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (byte[] qualifier : qualifiers == null ? Set.<byte[]>of() : qualifiers) {
      copy.add(qualifier.clone());
    }
    return copy;
  }

  /** Returns the union of both selections. */
  public ColumnSelection and(ColumnSelection other) {
    if (all || other.all) {
      return ALL;
    }
    NavigableMap<byte[], NavigableSet<byte[]>> union = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    union.putAll(families);
    other.families.forEach((family, qualifiers) -> union.merge(family, qualifiers, this::union));
    return new ColumnSelection(false, union);
  }

  private NavigableSet<byte[]> union(NavigableSet<byte[]> left, NavigableSet<byte[]> right) {
    NavigableSet<byte[]> union = copyOf(null);
    if (!left.isEmpty() && !right.isEmpty()) {
      union.addAll(left);
      union.addAll(right);
    }
    return union;
  }

  public boolean isAll() {
    return all;
  }

  public boolean isLockOnly() {
    return !all && families.isEmpty();
  }

  /**
   * Returns the selected families, each with its qualifiers (none = the whole family); empty if
   * everything or nothing is selected.
   */
  public NavigableMap<byte[], NavigableSet<byte[]>> families() {
    return Collections.unmodifiableNavigableMap(families);
  }

  public boolean includes(byte[] family, byte[] qualifier) {
    if (all) {
      return true;
    }
    NavigableSet<byte[]> qualifiers = families.get(family);
    return qualifiers != null && (qualifiers.isEmpty() || qualifiers.contains(qualifier));
  }

  /** Returns whether every column of the other selection is selected here. */
  public boolean includesAll(ColumnSelection other) {
    return all
        || (!other.all
            && Iterables.all(
                other.families.entrySet(),
                family -> includesAll(family.getKey(), family.getValue())));
  }

  private boolean includesAll(byte[] family, NavigableSet<byte[]> requested) {
    NavigableSet<byte[]> qualifiers = families.get(family);
    return qualifiers != null
        && (qualifiers.isEmpty() || (!requested.isEmpty() && qualifiers.containsAll(requested)));
  }

  public boolean includes(Cell cell) {
    return all || includes(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }
}
