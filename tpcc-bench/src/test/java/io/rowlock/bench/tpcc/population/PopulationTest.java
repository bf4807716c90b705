package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Part.PartRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Of a whole warehouse of the standard scale; the conditions are {@link FreshWarehouseTest}'s. */
class PopulationTest {
  private static final long LOADED = 1_700_000_000_123L;
  private static final Scale SCALE = Scale.standard(1);

  private final Population population = new Population(Origin.of(SCALE, 1, LOADED));

  @Test
  void everyRowOfAPartCanBeMadeByItself() {
    PartRows rows = new PartRows(population, Layout.NORMALIZED);
    for (Part part : Part.all(SCALE, false)) {
      List<KeyedRow> some = rows.of(part).limit(40).toList();
      assertThat(some).isNotEmpty();
      for (KeyedRow row : some) {
        if (!row.key().relation().columns().isEmpty()) {
          assertThat(population.row(row.key())).as("%s", row.key()).contains(row.row());
        }
      }
    }
  }

  @Test
  void sameSeedSameRowsAndOtherSeedOthers() {
    Key customer = Keys.customer(1, 2, 3);
    assertThat(new Population(Origin.of(SCALE, 1, LOADED)).row(customer))
        .isEqualTo(population.row(customer));
    assertThat(new Population(Origin.of(SCALE, 2, LOADED)).row(customer))
        .isNotEqualTo(population.row(customer));
  }

  /** All columns of time, and the key of HISTORY, are the load's. */
  @Test
  void timeOfTheLoadChangesTimesOnly() {
    long later = LOADED + 1;
    Population other = new Population(Origin.of(SCALE, 1, later));
    Set<Column> times =
        Set.of(Column.C_SINCE, Column.H_DATE, Column.O_ENTRY_D, Column.OL_DELIVERY_D);
    for (Part part : Part.all(SCALE, false)) {
      for (KeyedRow row : new PartRows(population, Layout.NORMALIZED).of(part).limit(40).toList()) {
        Key key = row.key();
        boolean isPayment = key.relation() == Relation.HISTORY;
        Key same =
            isPayment
                ? Keys.history(key.warehouse(), key.district(), later, 0, (int) key.part(4))
                : key;
        if (!key.relation().columns().isEmpty()) {
          List<Column> columns = new ArrayList<>(key.relation().columns());
          columns.removeAll(times);
          Row made = other.row(same).orElseThrow();
          assertThat(hex(made, columns)).as("%s", key).isEqualTo(hex(row.row(), columns));
        }
      }
    }
  }

  private static List<String> hex(Row row, List<Column> columns) {
    return columns.stream()
        .map(column -> row.has(column) ? Bytes.toHex(row.cells().get(column.qualifier())) : "none")
        .toList();
  }

  @Test
  void whatIsNotLoadedIsNoRow() {
    assertThat(population.row(Keys.order(1, 1, 3000))).isPresent();
    assertThat(population.row(Keys.order(1, 1, 3001))).isEmpty();
    assertThat(population.row(Keys.newOrder(1, 1, 2101))).isPresent();
    assertThat(population.row(Keys.newOrder(1, 1, 2100))).isEmpty();
    assertThat(population.row(Keys.customer(1, 11, 1))).isEmpty();
    assertThat(population.row(Keys.customer(2, 1, 1))).isEmpty();
    assertThat(population.row(Keys.item(1, 100_001))).isEmpty();
    assertThat(population.row(Keys.history(1, 1, LOADED, 0, 1))).isPresent();
    assertThat(population.row(Keys.history(1, 1, LOADED + 1, 0, 1))).isEmpty();
    int lines = row(Keys.order(1, 1, 1)).count(Column.O_OL_CNT);
    assertThat(population.row(Keys.orderLine(1, 1, 1, lines))).isPresent();
    assertThat(population.row(Keys.orderLine(1, 1, 1, lines + 1))).isEmpty();
  }

  @Test
  void firstThousandCustomersHaveEachNameOnceAndTheOthersAreSkewed() {
    Set<String> names = new HashSet<>();
    for (int c = 1; c <= 1000; c++) {
      names.add(row(Keys.customer(1, 1, c)).text(Column.C_LAST));
    }
    assertThat(names).hasSize(1000);
    long most =
        IntStream.rangeClosed(1001, 3000)
            .mapToObj(c -> row(Keys.customer(1, 1, c)).text(Column.C_LAST))
            .collect(Collectors.groupingBy(name -> name, Collectors.counting()))
            .values()
            .stream()
            .mapToLong(Long::longValue)
            .max()
            .orElseThrow();
    assertThat(most).isGreaterThan(8);
  }

  @Test
  void textsHaveTheLengthsOfTheSpecification() {
    Row customer = row(Keys.customer(1, 2, 3));
    assertThat(customer.text(Column.C_DATA)).hasSizeBetween(300, 500);
    assertThat(customer.text(Column.C_FIRST)).hasSizeBetween(8, 16);
    assertThat(customer.text(Column.C_PHONE)).matches("[0-9]{16}");
    assertThat(customer.text(Column.C_ZIP)).matches("[0-9]{4}11111");
    assertThat(customer.text(Column.C_STATE)).matches("[A-Z]{2}");
    Row stock = row(Keys.stock(1, 7));
    assertThat(Column.S_DIST).allMatch(column -> stock.text(column).length() == 24);
    assertThat(Column.S_DIST.stream().map(stock::text)).doesNotHaveDuplicates();
    Row item = row(Keys.item(1, 7));
    assertThat(item.text(Column.I_NAME)).hasSizeBetween(14, 24);
    assertThat(item.text(Column.I_DATA)).hasSizeBetween(26, 50);
    assertThat(row(Keys.warehouse(1)).text(Column.W_NAME)).hasSizeBetween(6, 10);
  }

  @Test
  void ordersOfEachDistrictAreOfAllItsCustomersInAnOrderOfItsOwn() {
    List<Integer> first = customersOfOrders(1);
    assertThat(first)
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 3000).boxed().toList());
    assertThat(customersOfOrders(2)).isNotEqualTo(first);
  }

  @Test
  void warehousesDifferButForTheItems() {
    Population two = new Population(Origin.of(Scale.standard(2), 1, LOADED));
    assertThat(two.row(Keys.stock(2, 7))).isNotEqualTo(two.row(Keys.stock(1, 7)));
    assertThat(two.row(Keys.item(2, 7))).isEqualTo(two.row(Keys.item(1, 7)));
    assertThat(two.row(Keys.item(0, 7))).isEqualTo(two.row(Keys.item(1, 7)));
  }

  private List<Integer> customersOfOrders(int d) {
    return IntStream.rangeClosed(1, 3000)
        .mapToObj(o -> row(Keys.order(1, d, o)).count(Column.O_C_ID))
        .toList();
  }

  private Row row(Key key) {
    return population.row(key).orElseThrow();
  }
}
