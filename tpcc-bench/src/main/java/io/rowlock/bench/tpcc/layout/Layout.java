package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.schema.Key;
import io.rowlock.bench.tpcc.schema.KeyRange;
import io.rowlock.bench.tpcc.schema.Relation;
import java.util.List;
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
   * @throws io.rowlock.bench.tpcc.schema.BrokenRowException when it is none of TPC-C's
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
}
