package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Part;
import io.rowlock.bench.tpcc.population.Part.PartRows;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;

/** Carries out business transactions on a database in memory, one after the other. */
public final class MemoryClient implements Client {
  private final Layout layout;
  private final Operations operations = new Operations();
  private final Map<Place, KeyedRow> rows = new TreeMap<>();

  /** Where a row stands. */
  private record Place(TableName table, ImmutableBytesWritable row) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::table).thenComparing(Place::row);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** Freshly loaded. */
  public MemoryClient(Population population, Layout layout) {
    this.layout = layout;
    Scale scale = population.origin().scale();
    PartRows source = new PartRows(population, layout);
    Part.all(scale, layout.copiesItems())
        .forEach(part -> source.of(part).forEach(row -> put(row.key(), row.row())));
  }

  @Override
  public <T> Ended<T> run(Work<T> work) throws IOException {
    Attempt attempt = new Attempt();
    Access access = new Access(attempt, operations);
    T result = work.execute(access);
    if (!access.isRolledBack()) {
      attempt.changes.forEach(Runnable::run);
    }
    access.count();
    return new Ended<>(result, access.isRolledBack(), 1);
  }

  /** A row as it is now. */
  public Optional<Row> row(Key key) {
    return Optional.ofNullable(rows.get(place(key))).map(KeyedRow::row);
  }

  /** All rows by what HBase would call them. */
  public List<KeyedRow> rows() {
    return List.copyOf(rows.values());
  }

  /** Makes a difference that no business transaction makes. */
  public void put(Key key, Row cells) {
    rows.computeIfAbsent(place(key), any -> new KeyedRow(key, new Row())).row().setAll(cells);
  }

  private Place place(Key key) {
    return new Place(layout.table(key.relation()), new ImmutableBytesWritable(layout.row(key)));
  }

  @Override
  public Operations operations() {
    return operations;
  }

  @Override
  public void close() {}

  private final class Attempt implements Backend {
    private final List<Runnable> changes = new ArrayList<>();

    @Override
    public List<List<KeyedRow>> read(List<Query> queries) {
      return queries.stream().map(this::read).toList();
    }

    private List<KeyedRow> read(Query query) {
      List<KeyedRow> found = new ArrayList<>();
      if (query instanceof Query.ByKey one) {
        row(one.key()).ifPresent(row -> found.add(new KeyedRow(one.key(), row)));
      } else if (query instanceof Query.InRange range) {
        rows.forEach(
            (place, row) -> {
              if (contains(range.range(), place)) {
                found.add(row);
              }
            });
      }
      List<KeyedRow> projected =
          found.stream()
              .map(row -> new KeyedRow(row.key(), project(row.row(), query.columns())))
              .filter(row -> !row.row().cells().isEmpty())
              .toList();
      boolean isLimited = query instanceof Query.InRange range && range.limit() > 0;
      return isLimited
          ? projected.stream().limit(((Query.InRange) query).limit()).toList()
          : projected;
    }

    private boolean contains(KeyRange range, Place place) {
      byte[] stop = layout.stop(range);
      return place.table().equals(layout.table(range.relation()))
          && Arrays.compareUnsigned(layout.start(range), place.row().get()) <= 0
          && (stop.length == 0 || Arrays.compareUnsigned(place.row().get(), stop) < 0);
    }

    private static Row project(Row row, List<Column> columns) {
      Row projected = new Row();
      row.cells()
          .forEach(
              (name, value) -> {
                boolean isAsked =
                    columns.stream().anyMatch(column -> Arrays.equals(column.qualifier(), name));
                if (columns.isEmpty() || isAsked) {
                  projected.set(name, value);
                }
              });
      return projected;
    }

    @Override
    public void put(Key key, Row cells) {
      changes.add(() -> MemoryClient.this.put(key, cells));
    }

    @Override
    public void delete(Key key) {
      changes.add(() -> rows.remove(place(key)));
    }

    @Override
    public void add(Counter counter, long delta) {
      changes.add(
          () -> {
            long before = row(counter.key()).orElseThrow().number(counter.column());
            MemoryClient.this.put(counter.key(), new Row().set(counter.column(), before + delta));
          });
    }

    @Override
    public boolean readsBeforeAdding() {
      return false;
    }
  }
}
