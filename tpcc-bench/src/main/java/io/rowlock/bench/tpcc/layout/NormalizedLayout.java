package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The nine tables and the two indexes as HBase tables, split at the same warehouses. ITEM is there
 * once, and split into equal parts.
 *
 * @param suffix of the names of the tables
 */
record NormalizedLayout(String suffix) implements Layout {
  private static final String PREFIX = "rowlock_tpcc_";
  private static final int WAREHOUSE_BYTES = Integer.BYTES;

  /** The limit of regions; more of them would only need more requests. */
  private static final int REGIONS_PER_SERVER = 4;

  private static final int ITEMS = 100_000;

  private static final Index<NamedCustomer> CUSTOMERS = Index.customersByRow();
  private static final Index<PlacedOrder> ORDERS = Index.ordersByRow();

  @Override
  public String name() {
    return "normalized" + suffix.replace('_', '-');
  }

  @Override
  public Layout beside() {
    return new NormalizedLayout("_plain");
  }

  @Override
  public List<TablePlan> tables(int warehouses, int servers) {
    List<byte[]> byWarehouse = warehouseSplits(warehouses, servers);
    return Arrays.stream(Relation.values())
        .filter(relation -> !relation.isPart() && !isListOfIndex(relation))
        .map(
            relation ->
                new TablePlan(
                    table(relation),
                    relation == Relation.ITEM ? itemSplits(servers) : byWarehouse,
                    DisabledRegionSplitPolicy.class.getName(),
                    Map.of()))
        .toList();
  }

  private static boolean isListOfIndex(Relation relation) {
    return relation == Relation.CUSTOMER_NAME_LIST || relation == Relation.ORDER_CUSTOMER_LIST;
  }

  private static List<byte[]> warehouseSplits(int warehouses, int servers) {
    int regions = Math.min(warehouses, REGIONS_PER_SERVER * servers);
    List<byte[]> splits = new ArrayList<>();
    for (int region = 1; region < regions; region++) {
      splits.add(Bytes.toBytes(1 + (int) ((long) region * warehouses / regions)));
    }
    return splits;
  }

  private static List<byte[]> itemSplits(int servers) {
    List<byte[]> splits = new ArrayList<>();
    for (int region = 1; region < servers; region++) {
      splits.add(Bytes.toBytes(1 + region * (ITEMS / servers)));
    }
    return splits;
  }

  @Override
  public TableName table(Relation relation) {
    return TableName.valueOf(PREFIX + relation.table() + suffix);
  }

  @Override
  public byte[] row(Key key) {
    return stored(key.relation(), key.bytes());
  }

  @Override
  public Key key(TableName table, byte[] row) {
    String whole = table.getNameAsString();
    String name = whole.substring(PREFIX.length(), whole.length() - suffix.length());
    boolean isItem = name.equals(Relation.ITEM.table());
    return Key.parse(name, isItem ? Bytes.add(new byte[WAREHOUSE_BYTES], row) : row);
  }

  @Override
  public byte[] start(KeyRange range) {
    return stored(range.relation(), range.start());
  }

  @Override
  public byte[] stop(KeyRange range) {
    return stored(range.relation(), range.stop());
  }

  /** Returns no bound for a range of items, which always contains all of them. */
  private static byte[] stored(Relation relation, byte[] key) {
    if (relation != Relation.ITEM) {
      return key;
    }
    return key.length <= WAREHOUSE_BYTES
        ? new byte[0]
        : Arrays.copyOfRange(key, WAREHOUSE_BYTES, key.length);
  }

  @Override
  public boolean copiesItems() {
    return false;
  }

  @Override
  public Index<NamedCustomer> customers() {
    return CUSTOMERS;
  }

  @Override
  public Index<PlacedOrder> orders() {
    return ORDERS;
  }
}
