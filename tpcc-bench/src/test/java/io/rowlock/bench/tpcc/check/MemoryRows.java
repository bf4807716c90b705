package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.check.RowSource.RowRange;
import io.rowlock.bench.tpcc.check.RowSource.RowStream;
import io.rowlock.bench.tpcc.check.RowSource.StoredRow;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Rows in memory, one of which can be changed to what no transaction would make of it. */
final class MemoryRows implements RowSource {
  private final Layout layout;
  private final Map<TableName, NavigableMap<byte[], Row>> tables = new HashMap<>();

  MemoryRows(MemoryClient client, Layout layout) {
    this.layout = layout;
    for (KeyedRow row : client.rows()) {
      row(row.key()).setAll(row.row());
    }
  }

  /** A row, made if there is none. */
  Row row(Key key) {
    return row(layout.table(key.relation()), layout.row(key));
  }

  /** As {@link #row(Key)}, whether or not there can be such a row. */
  Row row(TableName table, byte[] name) {
    return table(table).computeIfAbsent(name, any -> new Row());
  }

  /** A row that must be there. */
  Row existing(Key key) {
    return Objects.requireNonNull(
        table(layout.table(key.relation())).get(layout.row(key)), key.toString());
  }

  void delete(Key key) {
    NavigableMap<byte[], Row> rows = table(layout.table(key.relation()));
    Objects.requireNonNull(rows.remove(layout.row(key)), key.toString());
  }

  void delete(Key key, Column column) {
    Objects.requireNonNull(existing(key).cells().remove(column.qualifier()));
  }

  private NavigableMap<byte[], Row> table(TableName table) {
    return tables.computeIfAbsent(table, any -> new TreeMap<>(Bytes.BYTES_COMPARATOR));
  }

  @Override
  public RowStream scan(RowRange range) {
    NavigableMap<byte[], Row> rows = table(range.table()).tailMap(range.start(), true);
    Iterator<Map.Entry<byte[], Row>> found =
        (range.stop().length == 0 ? rows : rows.headMap(range.stop(), false)).entrySet().iterator();
    return new RowStream() {
      @Override
      public @Nullable StoredRow next() {
        if (!found.hasNext()) {
          return null;
        }
        Map.Entry<byte[], Row> row = found.next();
        return new StoredRow(range.table(), row.getKey(), row.getValue());
      }

      @Override
      public void close() {}
    };
  }
}
