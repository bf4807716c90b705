package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** The map of TPC-C rows to tables and regions. Immutable and thread-safe. */
public interface Layout {

  Layout NORMALIZED = new NormalizedLayout("");
  Layout ONETABLE = new OneTableLayout(TableName.valueOf(OneTableLayout.NAME));

  /** Both layouts, the default first. */
  static List<Layout> all() {
    return List.of(NORMALIZED, ONETABLE);
  }

  /** Returns the layout of a name; throws {@link IllegalArgumentException} if there is none. */
  static Layout named(String name) {
    return all().stream()
        .filter(layout -> layout.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no layout '" + name + "'"));
  }

  /** Returns the same layout in other tables, for a second database. */
  Layout beside();

  String name();

  /** The HBase tables of a database. */
  List<TablePlan> tables(int warehouses, int servers);

  TableName table(Relation relation);

  byte[] row(Key key);

  /**
   * Returns the key of an HBase row; another row is a {@link BrokenRowException}. Items that the
   * layout keeps once have the warehouse 0.
   */
  Key key(TableName table, byte[] row);

  /** The start of a range, included. */
  byte[] start(KeyRange range);

  /** The end of a range, excluded. */
  byte[] stop(KeyRange range);

  /** Whether each warehouse has its own copies of the items, which never change. */
  boolean copiesItems();

  Index<NamedCustomer> customers();

  Index<PlacedOrder> orders();

  /** An HBase table to create, with the start keys of its regions except the first. */
  public record TablePlan(
      TableName name, List<byte[]> splits, String splitPolicy, Map<String, String> values) {}
}
