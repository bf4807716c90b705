package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.ColumnSelection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The combined writes of one transaction to one row: for each column the last operation, and which
 * families are emptied first.
 *
 * <p>Immutable; arrays are shared and must not be changed.
 */
public final class Intent {

  /** The intent without writes. */
  public static final Intent EMPTY = builder().build();

  /** The largest size that lengths and flags add to a name or a value. */
  private static final int PER_PIECE_BYTES = 12;

  private final NavigableMap<byte[], FamilyIntent> families;

  Intent(NavigableMap<byte[], FamilyIntent> families) {
    this.families = families;
  }

  /**
   * The writes to one family.
   *
   * @param emptied whether all present cells are deleted first
   * @param columns by qualifier, in order: the new value, or null to delete the column
   */
  public record FamilyIntent(boolean emptied, NavigableMap<byte[], byte @Nullable []> columns) {

    FamilyIntent(boolean emptied) {
      this(emptied, new TreeMap<>(Bytes.BYTES_COMPARATOR));
    }

    boolean hides(byte[] qualifier) {
      return emptied || columns.containsKey(qualifier);
    }
  }

  public boolean isEmpty() {
    return families.isEmpty();
  }

  /** Returns the writes by family, in order. */
  public NavigableMap<byte[], FamilyIntent> families() {
    return families;
  }

  /** Returns the families that are written. */
  public Set<byte[]> familyNames() {
    return families.keySet();
  }

  /** Returns the writes to the given families. */
  public Intent within(Set<byte[]> given) {
    NavigableMap<byte[], FamilyIntent> kept = new TreeMap<>(families);
    kept.keySet().retainAll(given);
    return new Intent(kept);
  }

  /**
   * Returns the same intent, which also empties those of the given families that it does not write.
   */
  public Intent emptying(Set<byte[]> others) {
    NavigableMap<byte[], FamilyIntent> all = new TreeMap<>(families);
    others.forEach(family -> all.putIfAbsent(family, new FamilyIntent(true)));
    return new Intent(all);
  }

  /**
   * Returns the writes as HBase applies them: values at the commit timestamp, deletes one below it,
   * because at equal timestamps a delete would hide the value that replaces it.
   */
  public List<Mutation> toMutations(byte[] row, long commitTimestamp) {
    Put put = new Put(row, commitTimestamp);
    Delete delete = new Delete(row);
    for (Map.Entry<byte[], FamilyIntent> family : families.entrySet()) {
      boolean emptied = family.getValue().emptied();
      if (emptied) {
        delete.addFamily(family.getKey(), deletedUpTo(commitTimestamp));
      }
      for (Map.Entry<byte[], byte @Nullable []> column : family.getValue().columns().entrySet()) {
        byte[] value = column.getValue();
        if (value != null) {
          put.addColumn(family.getKey(), column.getKey(), commitTimestamp, value);
        } else if (!emptied) {
          delete.addColumns(family.getKey(), column.getKey(), deletedUpTo(commitTimestamp));
        }
      }
    }
    List<Mutation> mutations = new ArrayList<>(2);
    if (!delete.isEmpty()) {
      mutations.add(delete);
    }
    if (!put.isEmpty()) {
      mutations.add(put);
    }
    return mutations;
  }

  private static long deletedUpTo(long commitTimestamp) {
    return commitTimestamp - 1;
  }

  /**
   * Lays the writes over the cells that a read of the row returned.
   *
   * @param timestamp of the written cells
   * @return cells in HBase's order, only selected ones
   */
  public List<Cell> overlay(byte[] row, List<Cell> cells, ColumnSelection columns, long timestamp) {
    List<Cell> merged = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      if (!hides(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))) {
        merged.add(cell);
      }
    }
    for (Map.Entry<byte[], FamilyIntent> family : families.entrySet()) {
      byte[] name = family.getKey();
      for (Map.Entry<byte[], byte @Nullable []> column : family.getValue().columns().entrySet()) {
        byte[] value = column.getValue();
        if (value != null && columns.includes(name, column.getKey())) {
          merged.add(new KeyValue(row, name, column.getKey(), timestamp, value));
        }
      }
    }
    merged.sort(CellComparator.getInstance());
    return merged;
  }

  /**
   * Returns whether the writes put or delete this column, so that its stored value no longer
   * counts.
   */
  public boolean hides(byte[] family, byte[] qualifier) {
    FamilyIntent writes = families.get(family);
    return writes != null && writes.hides(qualifier);
  }

  /**
   * Returns the size of all names and values together, which is about the size of the intent in a
   * lock cell.
   */
  public long totalBytes() {
    long total = 0;
    for (Map.Entry<byte[], FamilyIntent> family : families.entrySet()) {
      total += family.getKey().length + PER_PIECE_BYTES;
      for (Map.Entry<byte[], byte @Nullable []> column : family.getValue().columns().entrySet()) {
        byte[] value = column.getValue();
        total += column.getKey().length + (value == null ? 0 : value.length) + PER_PIECE_BYTES;
      }
    }
    return total;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Combines operations in the order in which they are made. Not thread-safe. */
  public static final class Builder {

    private final NavigableMap<byte[], FamilyIntent> families =
        new TreeMap<>(Bytes.BYTES_COMPARATOR);

    private Builder() {}

    public Builder put(byte[] family, byte[] qualifier, byte[] value) {
      columnsOf(family).put(qualifier, value);
      return this;
    }

    public Builder deleteColumn(byte[] family, byte[] qualifier) {
      columnsOf(family).put(qualifier, null);
      return this;
    }

    /** Empties the family: earlier operations on it are dropped. */
    public Builder deleteFamily(byte[] family) {
      families.put(family, new FamilyIntent(true));
      return this;
    }

    private NavigableMap<byte[], byte @Nullable []> columnsOf(byte[] family) {
      return families.computeIfAbsent(family, f -> new FamilyIntent(false)).columns();
    }

    /** Returns the combined writes. The builder may be used further; the result does not change. */
    public Intent build() {
      NavigableMap<byte[], FamilyIntent> copy = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (Map.Entry<byte[], FamilyIntent> family : families.entrySet()) {
        FamilyIntent writes = family.getValue();
        NavigableMap<byte[], byte @Nullable []> columns = new TreeMap<>(writes.columns());
        copy.put(family.getKey(), new FamilyIntent(writes.emptied(), columns));
      }
      return new Intent(Collections.unmodifiableNavigableMap(copy));
    }
  }
}
