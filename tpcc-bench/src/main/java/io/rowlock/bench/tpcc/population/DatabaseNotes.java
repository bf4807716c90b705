package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a database was loaded with, and how far, in a table of its own: a row for each layout, all
 * cells text.
 */
public record DatabaseNotes(Connection connection) {
  private static final TableName TABLE = TableName.valueOf("rowlock_tpcc_meta");
  private static final byte[] FAMILY = BenchTable.FAMILY;

  /** The prefix of a part's name in a qualifier; the cell exists if the part is loaded. */
  private static final String LOADED = "loaded ";

  /** A counter of HBase increments; all other cells are texts. */
  private static final String TERMINALS = "terminals";

  /** The numbers that keys of HISTORY can hold; then they start again. */
  private static final int MOST_TERMINALS = 1 << 16;

  void createTable() throws IOException {
    new BenchTable(TABLE).createIfMissing(connection, new byte[0][], table -> table);
  }

  /** Returns an empty result before the first load. */
  public Optional<Database> find(Layout layout) throws IOException {
    if (!hasTable()) {
      return Optional.empty();
    }
    Result row = read(layout);
    return row.isEmpty() ? Optional.empty() : Optional.of(database(layout, row));
  }

  /** Returns the database of a layout; throws if it is missing or not complete. */
  public Database open(Layout layout) throws IOException {
    return find(layout)
        .filter(Database::isComplete)
        .orElseThrow(
            () ->
                new IOException(
                    "There is no complete TPC-C database of the layout '%s'; run bench tpcc prepare"
                        .formatted(layout.name())));
  }

  void write(Database database) throws IOException {
    Origin origin = database.origin();
    Scale scale = origin.scale();
    Put put = new Put(key(database.layout()));
    add(put, "warehouses", scale.warehouses());
    add(put, "items", scale.items());
    add(put, "customers", scale.customers());
    add(put, "seed", origin.seed());
    add(put, "c_load", origin.loadConstant());
    add(put, "load_millis", origin.loadMillis());
    add(put, "complete", database.isComplete() ? 1 : 0);
    write(put);
  }

  void noteLoaded(Layout layout, Part part) throws IOException {
    Put put = new Put(key(layout));
    add(put, LOADED + part, 1);
    write(put);
  }

  /** The names of the parts that are loaded. */
  Set<String> loaded(Layout layout) throws IOException {
    return read(layout).listCells().stream()
        .map(cell -> Bytes.toString(CellUtil.cloneQualifier(cell)))
        .filter(name -> name.startsWith(LOADED))
        .map(name -> name.substring(LOADED.length()))
        .collect(Collectors.toSet());
  }

  /**
   * Takes numbers that no other terminal has at the same time, also of another process; returns the
   * first, at least 1.
   */
  public int takeTerminals(Layout layout, int count) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      long taken = table.incrementColumnValue(key(layout), FAMILY, Bytes.toBytes(TERMINALS), count);
      return (int) ((taken - count) % (MOST_TERMINALS - count)) + 1;
    }
  }

  void forget(Layout layout) throws IOException {
    if (hasTable()) {
      try (Table table = connection.getTable(TABLE)) {
        table.delete(new Delete(key(layout)));
      }
    }
  }

  private boolean hasTable() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(TABLE);
    }
  }

  private Result read(Layout layout) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      return table.get(new Get(key(layout)));
    }
  }

  private void write(Put put) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      table.put(put);
    }
  }

  private static Database database(Layout layout, Result row) throws IOException {
    Scale scale =
        new Scale(
            (int) number(row, "warehouses"),
            (int) number(row, "items"),
            (int) number(row, "customers"));
    Origin origin =
        new Origin(
            scale, number(row, "seed"), (int) number(row, "c_load"), number(row, "load_millis"));
    return new Database(layout, origin, number(row, "complete") == 1);
  }

  private static long number(Result row, String name) throws IOException {
    byte[] value = row.getValue(FAMILY, Bytes.toBytes(name));
    if (value == null) {
      throw new IOException("'" + name + "' is missing in table " + TABLE);
    }
    return Long.parseLong(Bytes.toString(value));
  }

  private static void add(Put put, String name, long value) {
    put.addColumn(FAMILY, Bytes.toBytes(name), Bytes.toBytes(Long.toString(value)));
  }

  private static byte[] key(Layout layout) {
    return layout.name().getBytes(StandardCharsets.UTF_8);
  }

  /** A TPC-C database, perhaps not complete; a cluster has at most one of each layout. */
  public record Database(Layout layout, Origin origin, boolean isComplete) {}
}
