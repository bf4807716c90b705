package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Part.PartRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * Loads a database, part by part. Each row is what the seed makes of its key, so that a part can be
 * loaded again after a loader was killed; the parts that are done are noted.
 */
public final class Loader {
  private static final int BATCH = 2_000;

  private final Connection connection;
  private final Progress progress;
  private final DatabaseNotes notes;

  public Loader(Connection connection, Progress progress) {
    this.connection = connection;
    this.progress = progress;
    this.notes = new DatabaseNotes(connection);
  }

  /**
   * Begins, or goes on with the origin of an earlier load, and returns when all is loaded and ready
   * for transactions. Throws when there is another database in this layout.
   */
  public Database load(Layout layout, Origin wanted, int threads) throws IOException {
    return load(layout, wanted, threads, true);
  }

  /** Loads a database for plain HBase: its tables are not ready for transactions. */
  public Database loadPlain(Layout layout, Origin wanted, int threads) throws IOException {
    return load(layout, wanted, threads, false);
  }

  private Database load(Layout layout, Origin wanted, int threads, boolean enables)
      throws IOException {
    notes.createTable();
    Database database = begin(layout, wanted);
    if (database.isComplete()) {
      return database;
    }
    Origin origin = database.origin();
    TpccTables tables = TpccTables.of(connection, layout, origin.scale().warehouses());
    try (Workers workers = new Workers(threads)) {
      progress.say("creating tables");
      tables.create(workers);
      loadParts(layout, origin, workers);
      if (enables) {
        enable(tables, workers);
      }
    }
    Database complete = new Database(layout, origin, true);
    notes.write(complete);
    return complete;
  }

  /** Makes the tables of a database ready for transactions, which the check needs. */
  public void enable(Database database) throws IOException {
    TpccTables tables =
        TpccTables.of(connection, database.layout(), database.origin().scale().warehouses());
    try (Workers workers = new Workers(1)) {
      enable(tables, workers);
    }
  }

  private void enable(TpccTables tables, Workers workers) throws IOException {
    progress.say("enabling tables for transactions");
    tables.enable(workers);
  }

  private Database begin(Layout layout, Origin wanted) throws IOException {
    Database found = notes.find(layout).orElse(null);
    if (found == null) {
      Database fresh = new Database(layout, wanted, false);
      notes.write(fresh);
      return fresh;
    }
    Origin origin = found.origin();
    boolean isSame = origin.scale().equals(wanted.scale()) && origin.seed() == wanted.seed();
    if (!isSame || origin.loadConstant() != wanted.loadConstant()) {
      throw new IOException(
          "There is another TPC-C database of the layout '%s' already: %s, seed %d, C of the load %d;"
                  .formatted(layout.name(), origin.scale(), origin.seed(), origin.loadConstant())
              + " drop it by bench tpcc cleanup first");
    }
    return found;
  }

  private void loadParts(Layout layout, Origin origin, Workers workers) throws IOException {
    List<Part> all = Part.all(origin.scale(), layout.copiesItems());
    Set<String> loaded = notes.loaded(layout);
    PartRows rows = new PartRows(new Population(origin), layout);
    LoadProgress counted = new LoadProgress(progress, origin.scale());
    List<Part> left = new ArrayList<>();
    for (Part part : all) {
      if (loaded.contains(part.toString())) {
        counted.add(part);
      } else {
        left.add(part);
      }
    }
    workers.forAll(
        left,
        part -> {
          write(rows.of(part).iterator(), layout);
          notes.noteLoaded(layout, part);
          counted.add(part);
        });
  }

  private void write(Iterator<KeyedRow> rows, Layout layout) throws IOException {
    Map<TableName, List<Put>> waiting = new HashMap<>();
    while (rows.hasNext()) {
      KeyedRow row = rows.next();
      TableName table = layout.table(row.key().relation());
      List<Put> puts = waiting.computeIfAbsent(table, name -> new ArrayList<>());
      puts.add(put(row, layout));
      if (puts.size() == BATCH) {
        write(table, puts);
        puts.clear();
      }
    }
    for (Map.Entry<TableName, List<Put>> rest : waiting.entrySet()) {
      write(rest.getKey(), rest.getValue());
    }
  }

  private static Put put(KeyedRow row, Layout layout) {
    Put put = new Put(layout.row(row.key()));
    row.row().cells().forEach((name, value) -> put.addColumn(BenchTable.FAMILY, name, value));
    return put;
  }

  private void write(TableName name, List<Put> puts) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  /** Reports the progress of a load. Thread-safe. */
  public static final class LoadProgress {
    /** The unit of the progress. */
    public static final String UNIT = "k rows";

    private static final int ROWS = 1_000;

    private final Progress progress;
    private final Scale scale;
    private long done;

    LoadProgress(Progress progress, Scale scale) {
      this.progress = progress;
      this.scale = scale;
    }

    /** The total of the progress. */
    public static long total(Layout layout, Scale scale) {
      return rows(Part.all(scale, layout.copiesItems()), scale) / ROWS;
    }

    private static long rows(List<Part> parts, Scale scale) {
      return parts.stream().mapToLong(part -> part.rows(scale)).sum();
    }

    synchronized void add(Part part) {
      long before = done;
      done += part.rows(scale);
      progress.begin("loading", "loading");
      progress.end((int) (done / ROWS - before / ROWS));
    }
  }
}
