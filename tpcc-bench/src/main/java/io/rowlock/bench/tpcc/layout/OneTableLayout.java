package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitRestriction;
import org.apache.hadoop.hbase.regionserver.RegionSplitRestriction;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * All rows of a warehouse behind one another in one region: warehouse, a byte that names the
 * relation's table, the rest of the key. Every warehouse has a copy of ITEM, which never changes
 * (clause 1.4.6 allows replication): New-Order then needs one region.
 */
record OneTableLayout(TableName table) implements Layout {
  static final String NAME = "rowlock_tpcc_onetable";
  private static final int WAREHOUSE_BYTES = Integer.BYTES;

  /** A size beyond that of any warehouse, because its region cannot be split. */
  private static final String REGION_BYTES = Long.toString(100L << 30);

  private static final Index<NamedCustomer> CUSTOMERS = Index.customersByCell();
  private static final Index<PlacedOrder> ORDERS = Index.ordersByCell();

  @Override
  public String name() {
    return table.getNameAsString().replace("rowlock_tpcc_", "").replace('_', '-');
  }

  @Override
  public Layout beside() {
    return new OneTableLayout(TableName.valueOf(NAME + "_plain"));
  }

  /**
   * A region for each warehouse, and one before the first, so that all of them begin at one. A
   * split is only possible between warehouses.
   */
  @Override
  public List<TablePlan> tables(int warehouses, int servers) {
    return List.of(
        new TablePlan(
            table,
            IntStream.rangeClosed(1, warehouses).mapToObj(Bytes::toBytes).toList(),
            ConstantSizeRegionSplitPolicy.class.getName(),
            Map.of(
                RegionSplitRestriction.RESTRICTION_TYPE_KEY,
                RegionSplitRestriction.RESTRICTION_TYPE_KEY_PREFIX,
                KeyPrefixRegionSplitRestriction.PREFIX_LENGTH_KEY,
                Integer.toString(WAREHOUSE_BYTES),
                "MAX_FILESIZE",
                REGION_BYTES)));
  }

  @Override
  public TableName table(Relation relation) {
    return table;
  }

  @Override
  public byte[] row(Key key) {
    return stored(key.relation(), key.bytes());
  }

  @Override
  public Key key(TableName table, byte[] row) {
    if (row.length <= WAREHOUSE_BYTES) {
      throw new BrokenRowException("Too short a key: " + Bytes.toStringBinary(row));
    }
    int tag = row[WAREHOUSE_BYTES] & 0xFF;
    String name =
        Arrays.stream(Relation.values())
            .filter(relation -> relation.tag() == tag)
            .findFirst()
            .orElseThrow(() -> new BrokenRowException("No relation has the tag " + tag))
            .table();
    return Key.parse(name, Bytes.add(warehouse(row), tail(row, WAREHOUSE_BYTES + 1)));
  }

  @Override
  public byte[] start(KeyRange range) {
    return stored(range.relation(), range.start());
  }

  /** The relation ends if the range ends with the warehouse. */
  @Override
  public byte[] stop(KeyRange range) {
    byte[] stop = range.stop();
    byte[] start = range.start();
    return stop.length > WAREHOUSE_BYTES && Arrays.equals(warehouse(stop), warehouse(start))
        ? stored(range.relation(), stop)
        : Bytes.add(warehouse(start), new byte[] {(byte) (range.relation().tag() + 1)});
  }

  private static byte[] stored(Relation relation, byte[] key) {
    return Bytes.add(
        warehouse(key), new byte[] {(byte) relation.tag()}, tail(key, WAREHOUSE_BYTES));
  }

  private static byte[] warehouse(byte[] key) {
    return Arrays.copyOf(key, WAREHOUSE_BYTES);
  }

  private static byte[] tail(byte[] key, int begin) {
    return Arrays.copyOfRange(key, begin, key.length);
  }

  @Override
  public boolean copiesItems() {
    return true;
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
