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
 * The folded writes of one transaction to one row: for each column the last operation, and which
 * families are emptied first.
 *
 * <p>Immutable; arrays are shared and must not be changed.
 */
public final class Intent {

  /** Writes nothing. */
  public static final Intent EMPTY = builder().build();

  /** At most what lengths and marks add to a name or a value. */
  private static final int PER_PIECE_BYTES = 12;

  private final NavigableMap<byte[], FamilyIntent> families;

  Intent(NavigableMap<byte[], FamilyIntent> families) {
    this.families = families;
  }

  /**
   * The writes to one family.
   *
   * @param emptied everything that was there goes first
   * @param columns by qualifier, in order: the new value, or null to delete the column
   */
  public record FamilyIntent(boolean emptied, NavigableMap<byte[], byte @Nullable []> columns) {

    static FamilyIntent untouched() {
      return new FamilyIntent(false, new TreeMap<>(Bytes.BYTES_COMPARATOR));
    }

    static FamilyIntent cleared() {
      return new FamilyIntent(true, new TreeMap<>(Bytes.BYTES_COMPARATOR));
    }

    boolean hides(byte[] qualifier) {
      return emptied || columns.containsKey(qualifier);
    }
  }

  public boolean isEmpty() {
    return families.isEmpty();
  }

  /** By family, in order. */
  public NavigableMap<byte[], FamilyIntent> families() {
    return families;
  }

  /** The families written to. */
  public Iterable<byte[]> familyNames() {
    return families.keySet();
  }

  /** The writes to those of the families that are given. */
  public Intent within(Set<byte[]> given) {
    NavigableMap<byte[], FamilyIntent> kept = new TreeMap<>(families);
    kept.keySet().retainAll(given);
    return new Intent(kept);
  }

  /** The same, with those of the families emptied that are not written to. */
  public Intent emptying(Set<byte[]> others) {
    NavigableMap<byte[], FamilyIntent> all = new TreeMap<>(families);
    others.forEach(family -> all.putIfAbsent(family, FamilyIntent.cleared()));
    return new Intent(all);
  }

  /**
   * The writes as HBase applies them: values at the commit timestamp, deletes one below it, because
   * at equal timestamps a delete would hide the value that replaces it.
   */
  public List<Mutation> toMutations(byte[] row, long commitTimestamp) {
    Put put = new Put(row, commitTimestamp);
    Delete delete = new Delete(row);
    families.forEach(
        (family, writes) -> {
          if (writes.emptied()) {
            delete.addFamily(family, deletedUpTo(commitTimestamp));
          }
          writes
              .columns()
              .forEach(
                  (qualifier, value) -> {
                    if (value != null) {
                      put.addColumn(family, qualifier, commitTimestamp, value);
                    } else if (!writes.emptied()) {
                      delete.addColumns(family, qualifier, deletedUpTo(commitTimestamp));
                    }
                  });
        });
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
   * Lays the writes over what a read of the row returned.
   *
   * @param timestamp that the written cells show
   * @return cells in HBase's order, only selected ones
   */
  public List<Cell> overlay(byte[] row, List<Cell> cells, ColumnSelection columns, long timestamp) {
    List<Cell> merged = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      if (!hides(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))) {
        merged.add(cell);
      }
    }
    families.forEach(
        (family, writes) ->
            writes
                .columns()
                .forEach(
                    (qualifier, value) -> {
                      if (value != null && columns.includes(family, qualifier)) {
                        merged.add(new KeyValue(row, family, qualifier, timestamp, value));
                      }
                    }));
    merged.sort(CellComparator.getInstance());
    return merged;
  }

  /** True when the writes put or delete this column, so that its stored value no longer counts. */
  public boolean hides(byte[] family, byte[] qualifier) {
    FamilyIntent writes = families.get(family);
    return writes != null && writes.hides(qualifier);
  }

  /** The bytes of all names and values together: about what the intent takes in a lock cell. */
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

  /** Folds operations in the order they are made. Not thread-safe. */
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

    /** Empties the family: what came before in it is forgotten. */
    public Builder deleteFamily(byte[] family) {
      families.put(family, FamilyIntent.cleared());
      return this;
    }

    private NavigableMap<byte[], byte @Nullable []> columnsOf(byte[] family) {
      return families.computeIfAbsent(family, f -> FamilyIntent.untouched()).columns();
    }

    /** The folded writes. The builder goes on independently. */
    public Intent build() {
      NavigableMap<byte[], FamilyIntent> copy = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      families.forEach(
          (family, writes) ->
              copy.put(
                  family, new FamilyIntent(writes.emptied(), new TreeMap<>(writes.columns()))));
      return new Intent(Collections.unmodifiableNavigableMap(copy));
    }
  }
}
