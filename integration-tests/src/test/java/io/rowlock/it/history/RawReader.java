package io.rowlock.it.history;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Reads rows with plain HBase, and checks that it only sees committed values. */
public final class RawReader {

  /** The values that a plain reader saw: all elements of a list, the last value of a register. */
  private record Seen(Key key, List<Long> values) {

    /** Whether the key had this content at some time, given its final order of writes. */
    boolean isPartOf(List<Long> order) {
      return key.isList()
          ? values.size() <= order.size() && order.subList(0, values.size()).equals(values)
          : order.containsAll(values);
    }
  }

  private final Connection connection;
  private final Keys keys;
  private final Random random;
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();

  public RawReader(Connection connection, Keys keys, long seed) {
    this.connection = connection;
    this.keys = keys;
    this.random = new Random(seed);
  }

  /** Reads some rows of a table. */
  public void read() throws IOException {
    TableName name = keys.tables().get(random.nextInt(keys.tables().size()));
    List<Key> some =
        Stream.generate(() -> keys.any(random))
            .filter(key -> key.table().equals(name))
            .limit(8)
            .toList();
    try (Table table = connection.getTable(name)) {
      Result[] results = table.get(some.stream().map(key -> new Get(key.row())).toList());
      for (int i = 0; i < results.length; i++) {
        note(some.get(i), results[i]);
      }
    }
  }

  private void note(Key key, Result result) {
    if (!result.isEmpty()) {
      Long value = HistoryTables.register(result);
      seen.add(
          new Seen(
              key,
              key.isList()
                  ? HistoryTables.list(result)
                  : value == null ? List.of() : List.of(value)));
    }
  }

  public int count() {
    return seen.size();
  }

  /** Returns the reads of values that were never committed, given all writes. */
  public List<String> neverCommitted(Map<String, List<Long>> orders) {
    return seen.stream()
        .filter(one -> !one.isPartOf(orders.getOrDefault(one.key().name(), List.of())))
        .map(one -> "A raw reader saw " + one.values() + " in " + one.key().name())
        .toList();
  }
}
