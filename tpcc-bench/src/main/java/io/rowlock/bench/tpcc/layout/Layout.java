package io.rowlock.bench.tpcc.layout;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** How the rows of TPC-C are laid out over tables and regions. Immutable and thread-safe. */
public abstract class Layout {
  public static final Layout NORMALIZED = new NormalizedLayout();
  public static final Layout ONETABLE = new OneTableLayout();

  private final String name;
  private final boolean copiesItems;
  private final CustomerIndex customers;
  private final OrderIndex orders;

  Layout(String name, boolean copiesItems, CustomerIndex customers, OrderIndex orders) {
    this.name = name;
    this.copiesItems = copiesItems;
    this.customers = customers;
    this.orders = orders;
  }

  /** Both, the default first. */
  public static List<Layout> all() {
    return List.of(NORMALIZED, ONETABLE);
  }

  /**
   * The layout of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Layout named(String name) {
    return all().stream()
        .filter(layout -> layout.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no layout '" + name + "'"));
  }

  public String name() {
    return name;
  }

  /** The HBase tables of a database. */
  public abstract List<TablePlan> tables(int warehouses, int servers);

  public abstract TableName table(Relation relation);

  public byte[] row(Key key) {
    return stored(key.relation(), key.bytes());
  }

  /**
   * What an HBase row is. Items that the layout keeps once come without a warehouse, that is with
   * 0.
   *
   * @throws io.rowlock.bench.tpcc.layout.Row.BrokenRowException when it is none of TPC-C's
   */
  public abstract Key key(TableName table, byte[] row);

  /** Where a range begins, included. */
  public byte[] start(KeyRange range) {
    return stored(range.relation(), range.start());
  }

  /** Where a range ends, excluded. */
  public byte[] stop(KeyRange range) {
    return stored(range.relation(), range.stop());
  }

  /** A key, or the begin of one, as it stands in HBase. */
  abstract byte[] stored(Relation relation, byte[] key);

  /** Whether each warehouse has items of its own: copies, none of which is ever changed. */
  public boolean copiesItems() {
    return copiesItems;
  }

  public CustomerIndex customers() {
    return customers;
  }

  public OrderIndex orders() {
    return orders;
  }

  /**
   * An HBase table to be made.
   *
   * @param splits where its regions begin, the first one left out
   * @param splitPolicy the class that decides on further splits
   * @param values for the table's descriptor
   */
  public record TablePlan(
      TableName name, List<byte[]> splits, String splitPolicy, Map<String, String> values) {}
}
