package io.rowlock.bench.tpcc.layout;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** How the rows of TPC-C are laid out over tables and regions. Immutable and thread-safe. */
public interface Layout {

  Layout NORMALIZED = new NormalizedLayout();
  Layout ONETABLE = new OneTableLayout();

  /** Both, the default first. */
  static List<Layout> all() {
    return List.of(NORMALIZED, ONETABLE);
  }

  /**
   * The layout of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Layout named(String name) {
    return all().stream()
        .filter(layout -> layout.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no layout '" + name + "'"));
  }

  String name();

  /** The HBase tables of a database. */
  List<TablePlan> tables(int warehouses, int servers);

  TableName table(Relation relation);

  byte[] row(Key key);

  /**
   * What an HBase row is. Items that the layout keeps once come without a warehouse, that is with
   * 0.
   *
   * @throws io.rowlock.bench.tpcc.layout.Row.BrokenRowException when it is none of TPC-C's
   */
  Key key(TableName table, byte[] row);

  /** Where a range begins, included. */
  byte[] start(KeyRange range);

  /** Where a range ends, excluded. */
  byte[] stop(KeyRange range);

  /** Whether each warehouse has items of its own: copies, none of which is ever changed. */
  boolean copiesItems();

  CustomerIndex customers();

  OrderIndex orders();

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
