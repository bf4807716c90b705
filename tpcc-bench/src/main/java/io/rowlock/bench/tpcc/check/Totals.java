package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sums over rows of several districts and warehouses. Thread-safe. */
final class Totals {
  // Fields of customers: cents and number of payments, cents and number of delivered lines, and
  // orders that were delivered after the load.
  static final int PAID = 0;
  static final int PAYMENTS = 1;
  static final int DELIVERED_AMOUNT = 2;
  static final int DELIVERED_LINES = 3;
  static final int DELIVERIES = 4;

  // Fields of stock, by the lines of orders since the load.
  static final int QUANTITY = 0;
  static final int LINES = 1;
  static final int REMOTE_LINES = 2;

  // Fields of warehouses: the sums of D_YTD and of H_AMOUNT by H_W_ID.
  static final int DISTRICT_YEARS = 0;
  static final int WAREHOUSE_PAYMENTS = 1;

  /** The field of districts: rows of ORDER less rows of NEW-ORDER. */
  static final int DELIVERED = 0;

  final Sums customers;
  final Sums stock;
  final Sums warehouses;
  final Sums districts;

  /** All W_YTD. */
  final LongAdder warehouseYears = new LongAdder();

  /** All C_YTD_PAYMENT. */
  final LongAdder customerPayments = new LongAdder();

  Totals(Scale scale) {
    int w = scale.warehouses();
    customers = new Sums("CUSTOMER", DELIVERIES + 1, w, Scale.DISTRICTS, scale.customers());
    stock = new Sums("STOCK", REMOTE_LINES + 1, w, scale.items());
    warehouses = new Sums("WAREHOUSE", WAREHOUSE_PAYMENTS + 1, w);
    districts = new Sums("DISTRICT", DELIVERED + 1, w, Scale.DISTRICTS);
  }

  /** Adds an order to its customer, and its lines to customer and stock. */
  void add(WholeOrder order, Scale scale) {
    Long c = Cells.number(order.row(), Column.O_C_ID);
    if (c != null && order.isDelivered() && order.o() >= scale.firstUndelivered()) {
      customers.add(DELIVERIES, 1, order.w(), order.d(), c);
    }
    for (KeyedRow line : order.lines()) {
      if (c != null && line.row().has(Column.OL_DELIVERY_D)) {
        long amount = Cells.inSum(line.row(), Column.OL_AMOUNT);
        customers.add(DELIVERED_AMOUNT, amount, order.w(), order.d(), c);
        customers.add(DELIVERED_LINES, 1, order.w(), order.d(), c);
      }
      Long supply = Cells.number(line.row(), Column.OL_SUPPLY_W_ID);
      Long item = Cells.number(line.row(), Column.OL_I_ID);
      if (order.o() > scale.orders() && supply != null && item != null) {
        stock.add(QUANTITY, Cells.inSum(line.row(), Column.OL_QUANTITY), supply, item);
        stock.add(LINES, 1, supply, item);
        stock.add(REMOTE_LINES, supply != order.w() ? 1 : 0, supply, item);
      }
    }
  }

  /** Sums of fields for each key of a relation; missing keys have only names. */
  static final class Sums {
    private final String relation;
    private final int fields;
    private final int[] highest;
    private final AtomicLongArray placed;
    private final Map<String, AtomicLongArray> strays = new ConcurrentHashMap<>();

    /** The highest parts of a key; the lowest are 1. */
    Sums(String relation, int fields, int... highest) {
      this.relation = relation;
      this.fields = fields;
      this.highest = highest;
      long places = Arrays.stream(highest).asLongStream().reduce(fields, (a, b) -> a * b);
      this.placed = new AtomicLongArray(Math.toIntExact(places));
    }

    void add(int field, long amount, long... key) {
      int place = place(key);
      if (place >= 0) {
        placed.addAndGet(place + field, amount);
      } else {
        strays
            .computeIfAbsent(name(key), any -> new AtomicLongArray(fields))
            .addAndGet(field, amount);
      }
    }

    /** All fields of a key. */
    long[] of(long... key) {
      int place = place(key);
      return place >= 0
          ? copy(placed, place)
          : copy(strays.getOrDefault(name(key), new AtomicLongArray(fields)), 0);
    }

    /** The sums of keys that do not exist, by their names. */
    Map<String, long[]> strays() {
      Map<String, long[]> sorted = new TreeMap<>();
      strays.forEach((name, sums) -> sorted.put(name, copy(sums, 0)));
      return sorted;
    }

    private long[] copy(AtomicLongArray all, int begin) {
      return IntStream.range(begin, begin + fields).mapToLong(all::get).toArray();
    }

    /** Returns a negative number if the key does not exist. */
    private int place(long... key) {
      long place = 0;
      for (int i = 0; i < key.length; i++) {
        if (key[i] < 1 || key[i] > highest[i]) {
          return -1;
        }
        place = place * highest[i] + key[i] - 1;
      }
      return (int) place * fields;
    }

    private String name(long... key) {
      return relation
          + Arrays.stream(key).mapToObj(Long::toString).collect(Collectors.joining(", ", "(", ")"));
    }
  }
}
