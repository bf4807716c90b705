package io.rowlock.bench.tpcc.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IndexTest {
  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void customersAreOrderedByFirstNameAndThenByNumber(Layout layout) {
    Index<NamedCustomer> index = layout.customers();
    List<NamedCustomer> entries =
        List.of(
            new NamedCustomer(1, 2, "BARBARESE", "Zoe", 700),
            new NamedCustomer(1, 2, "BARBARESE", "abc", 3),
            new NamedCustomer(1, 2, "BARBARESE", "abc", 256),
            new NamedCustomer(1, 2, "BARBARESE", "abcd1234abcd1234", 1));
    List<KeyedRow> rows =
        stored(List.of(3, 1, 0, 2).stream().map(entries::get).map(index::rowFor).toList());
    assertThat(index.entries(rows)).isEqualTo(entries);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void latestOrderComesFirst(Layout layout) {
    Index<PlacedOrder> index = layout.orders();
    List<PlacedOrder> entries =
        List.of(
            new PlacedOrder(1, 2, 3, 10_000_000),
            new PlacedOrder(1, 2, 3, 256),
            new PlacedOrder(1, 2, 3, 255));
    List<KeyedRow> rows =
        stored(List.of(2, 0, 1).stream().map(entries::get).map(index::rowFor).toList());
    assertThat(index.entries(rows)).isEqualTo(entries);
  }

  /** As they come back: by key, and those of one key together. */
  private static List<KeyedRow> stored(List<KeyedRow> rows) {
    Map<Key, Row> stored = new TreeMap<>();
    rows.forEach(row -> stored.computeIfAbsent(row.key(), key -> new Row()).setAll(row.row()));
    return stored.entrySet().stream()
        .map(row -> new KeyedRow(row.getKey(), row.getValue()))
        .toList();
  }
}
