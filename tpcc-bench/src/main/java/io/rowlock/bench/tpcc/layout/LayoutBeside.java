package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** A layout in tables of its own, for a second database of the same kind beside the first. */
record LayoutBeside(Layout layout) implements Layout {
  private static final String SUFFIX = "_plain";

  @Override
  public String name() {
    return layout.name() + "-plain";
  }

  @Override
  public List<TablePlan> tables(int warehouses, int servers) {
    return layout.tables(warehouses, servers).stream()
        .map(
            plan ->
                new TablePlan(
                    beside(plan.name()), plan.splits(), plan.splitPolicy(), plan.values()))
        .toList();
  }

  private static TableName beside(TableName table) {
    return TableName.valueOf(table.getNameAsString() + SUFFIX);
  }

  private static TableName first(TableName table) {
    String name = table.getNameAsString();
    return TableName.valueOf(name.substring(0, name.length() - SUFFIX.length()));
  }

  @Override
  public TableName table(Relation relation) {
    return beside(layout.table(relation));
  }

  @Override
  public byte[] row(Key key) {
    return layout.row(key);
  }

  @Override
  public Key key(TableName table, byte[] row) {
    return layout.key(first(table), row);
  }

  @Override
  public byte[] start(KeyRange range) {
    return layout.start(range);
  }

  @Override
  public byte[] stop(KeyRange range) {
    return layout.stop(range);
  }

  @Override
  public boolean copiesItems() {
    return layout.copiesItems();
  }

  @Override
  public Index<NamedCustomer> customers() {
    return layout.customers();
  }

  @Override
  public Index<PlacedOrder> orders() {
    return layout.orders();
  }
}
