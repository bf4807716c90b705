package io.rowlock.bench.tpcc.layout;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;

/**
 * What rows there are. The nine tables; two indexes; and parts of WAREHOUSE and DISTRICT that are
 * written by others than read the rest (clause 1.4.5 allows such partitioning): these stand in the
 * same table as the row they are parts of.
 *
 * <p>Keys are of fixed width, big-endian and unsigned, and begin with the warehouse. An item has a
 * warehouse in its key, too, which layouts that keep the items once leave out.
 */
public enum Relation {
  WAREHOUSE("warehouse", 0x00, 4),
  /** W_YTD. */
  WAREHOUSE_YTD("warehouse", 0x00, 4, 1),
  DISTRICT("district", 0x10, 4, 1),
  /** D_YTD. */
  DISTRICT_YTD("district", 0x10, 4, 1, 1),
  /** D_NEXT_O_ID. */
  DISTRICT_NEXT("district", 0x10, 4, 1, 1),
  CUSTOMER("customer", 0x20, 4, 1, 4),
  /** Customers by C_LAST and C_FIRST. */
  CUSTOMER_NAME("customer_name", 0x21, 4, 1, 16, 16, 4),
  /** All customers of a name in one row, in layouts that have such rows. */
  CUSTOMER_NAME_LIST("customer_name", 0x21, 4, 1, 16),
  /** Time, terminal, and a number behind H_W_ID and H_D_ID: there is no primary key. */
  HISTORY("history", 0x30, 4, 1, 8, 2, 4),
  NEW_ORDER("new_order", 0x40, 4, 1, 4),
  ORDERS("orders", 0x50, 4, 1, 4),
  /** Orders by O_C_ID, the latest first. */
  ORDER_CUSTOMER("order_cust", 0x51, 4, 1, 4, 4),
  /** All orders of a customer in one row, in layouts that have such rows. */
  ORDER_CUSTOMER_LIST("order_cust", 0x51, 4, 1, 4),
  ORDER_LINE("order_line", 0x60, 4, 1, 4, 1),
  STOCK("stock", 0x70, 4, 4),
  ITEM("item", 0x71, 4, 4);

  /** The last byte of the key of a part. */
  private static final Map<Relation, Integer> PARTS =
      Map.ofEntries(entry(WAREHOUSE_YTD, 1), entry(DISTRICT_YTD, 1), entry(DISTRICT_NEXT, 2));

  private final String table;
  private final int tag;
  private final ImmutableList<Integer> widths;

  Relation(String table, int tag, Integer... widths) {
    this.table = table;
    this.tag = tag;
    this.widths = ImmutableList.copyOf(widths);
  }

  /** Relations with the same name share a table in every layout. */
  public String table() {
    return table;
  }

  /** The prefix of the relation in a layout with one table. */
  public int tag() {
    return tag;
  }

  public boolean isPart() {
    return PARTS.containsKey(this);
  }

  /** Empty for indexes, whose rows depend on the layout. */
  public List<Column> columns() {
    return Columns.BY_RELATION.getOrDefault(this, List.of());
  }

  /** Whether a key belongs to this relation, among those of the same table. */
  boolean fits(byte[] key) {
    int length = key.length;
    if (length != widths.stream().mapToInt(Integer::intValue).sum()) {
      return false;
    }
    return !isPart() || key[length - 1] == part();
  }

  List<Integer> widths() {
    return widths;
  }

  int part() {
    return PARTS.getOrDefault(this, 0);
  }

  /** Separate, because columns refer to relations, which must exist first. */
  private static final class Columns {
    private static final Map<Relation, List<Column>> BY_RELATION = new EnumMap<>(Relation.class);

    static {
      for (Column column : Column.values()) {
        BY_RELATION.computeIfAbsent(column.relation(), any -> new ArrayList<>()).add(column);
      }
      BY_RELATION.replaceAll((relation, columns) -> List.copyOf(columns));
    }
  }
}
