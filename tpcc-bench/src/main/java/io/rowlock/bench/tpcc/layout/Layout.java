package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
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

  /** Returns the layout of a name; throws {@link IllegalArgumentException} when there is none. */
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
   * Returns the key of an HBase row; another row is a {@link BrokenRowException}. Items that the
   * layout keeps once have the warehouse 0.
   */
  Key key(TableName table, byte[] row);

  /** Where a range begins, included. */
  byte[] start(KeyRange range);

  /** Where a range ends, excluded. */
  byte[] stop(KeyRange range);

  /** Whether each warehouse has items of its own: copies, none of which is ever changed. */
  boolean copiesItems();

  Index<NamedCustomer> customers();

  Index<PlacedOrder> orders();

  /** An HBase table to be created, with the begins of its regions but for the first one. */
  public record TablePlan(
      TableName name, List<byte[]> splits, String splitPolicy, Map<String, String> values) {}
}
