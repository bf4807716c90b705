package io.rowlock.internal.protocol;

import io.rowlock.internal.store.ColumnSelection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One row's write of a random transaction. Leaves the transaction's tag in the row, whatever else
 * it does, so that the order of the row's versions is known.
 *
 * @param seen the list that the transaction has read in the row, for {@link Kind#APPEND_TO_SEEN}
 */
record TaggedWrite(String tag, Kind kind, @Nullable String seen) implements RowWrite {

  private static final ColumnSelection LIST_COLUMN = listColumn();

  /** What happens to the list. */
  enum Kind {
    APPEND_TO_SEEN,
    APPEND_BLINDLY,
    REPLACE,
    REPLACE_FAMILY,
    DELETE_COLUMN,
    DELETE_FAMILY
  }

  private static ColumnSelection listColumn() {
    TreeSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.add(RowContent.LIST);
    TreeMap<byte[], TreeSet<byte[]>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    families.put(RowContent.F, qualifiers);
    return ColumnSelection.of(Map.copyOf(families));
  }

  @Override
  public ColumnSelection needs() {
    return kind == Kind.APPEND_BLINDLY ? LIST_COLUMN : ColumnSelection.LOCK_ONLY;
  }

  @Override
  public Intent intent(List<Cell> base) {
    Intent.Builder intent = Intent.builder().put(RowContent.G, RowContent.TAG, Bytes.toBytes(tag));
    switch (kind) {
      case DELETE_COLUMN -> intent.deleteColumn(RowContent.F, RowContent.LIST);
      case DELETE_FAMILY -> intent.deleteFamily(RowContent.F);
      case REPLACE_FAMILY -> putList(intent.deleteFamily(RowContent.F), tag);
      case REPLACE -> putList(intent, tag);
      case APPEND_TO_SEEN -> putList(intent, appended(seen));
      case APPEND_BLINDLY ->
          putList(intent, appended(RowContent.value(base, RowContent.F, RowContent.LIST)));
    }
    return intent.build();
  }

  private static void putList(Intent.Builder intent, String list) {
    intent.put(RowContent.F, RowContent.LIST, Bytes.toBytes(list));
  }

  private String appended(@Nullable String list) {
    return list == null ? tag : list + "." + tag;
  }

  /** What the row holds after this write, if it was right. */
  RowContent after(RowContent before) {
    boolean deletes = Arrays.asList(Kind.DELETE_COLUMN, Kind.DELETE_FAMILY).contains(kind);
    boolean appends = Arrays.asList(Kind.APPEND_TO_SEEN, Kind.APPEND_BLINDLY).contains(kind);
    String list = appends ? appended(before.list()) : tag;
    return new RowContent(deletes ? null : list, tag);
  }
}
