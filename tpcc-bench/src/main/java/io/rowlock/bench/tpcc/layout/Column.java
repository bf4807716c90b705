package io.rowlock.bench.tpcc.layout;

import static io.rowlock.bench.tpcc.layout.Column.Type.INT;
import static io.rowlock.bench.tpcc.layout.Column.Type.LONG;
import static io.rowlock.bench.tpcc.layout.Column.Type.TEXT;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Every attribute that is not part of a key, each a cell of its own. Null is an absent cell.
 * Amounts of money are in cents, rates in ten-thousandths, times in milliseconds.
 */
public enum Column {
  W_NAME(Relation.WAREHOUSE, "n", TEXT),
  W_STREET_1(Relation.WAREHOUSE, "s1", TEXT),
  W_STREET_2(Relation.WAREHOUSE, "s2", TEXT),
  W_CITY(Relation.WAREHOUSE, "ci", TEXT),
  W_STATE(Relation.WAREHOUSE, "st", TEXT),
  W_ZIP(Relation.WAREHOUSE, "z", TEXT),
  W_TAX(Relation.WAREHOUSE, "t", INT),
  W_YTD(Relation.WAREHOUSE_YTD, "y", LONG),

  D_NAME(Relation.DISTRICT, "n", TEXT),
  D_STREET_1(Relation.DISTRICT, "s1", TEXT),
  D_STREET_2(Relation.DISTRICT, "s2", TEXT),
  D_CITY(Relation.DISTRICT, "ci", TEXT),
  D_STATE(Relation.DISTRICT, "st", TEXT),
  D_ZIP(Relation.DISTRICT, "z", TEXT),
  D_TAX(Relation.DISTRICT, "t", INT),
  D_YTD(Relation.DISTRICT_YTD, "y", LONG),
  /** Eight bytes wide, as HBase's increments require. */
  D_NEXT_O_ID(Relation.DISTRICT_NEXT, "o", LONG),

  C_FIRST(Relation.CUSTOMER, "f", TEXT),
  C_MIDDLE(Relation.CUSTOMER, "m", TEXT),
  C_LAST(Relation.CUSTOMER, "l", TEXT),
  C_STREET_1(Relation.CUSTOMER, "s1", TEXT),
  C_STREET_2(Relation.CUSTOMER, "s2", TEXT),
  C_CITY(Relation.CUSTOMER, "ci", TEXT),
  C_STATE(Relation.CUSTOMER, "st", TEXT),
  C_ZIP(Relation.CUSTOMER, "z", TEXT),
  C_PHONE(Relation.CUSTOMER, "ph", TEXT),
  C_SINCE(Relation.CUSTOMER, "si", LONG),
  C_CREDIT(Relation.CUSTOMER, "cr", TEXT),
  C_CREDIT_LIM(Relation.CUSTOMER, "cl", LONG),
  C_DISCOUNT(Relation.CUSTOMER, "di", INT),
  C_BALANCE(Relation.CUSTOMER, "b", LONG),
  C_YTD_PAYMENT(Relation.CUSTOMER, "y", LONG),
  C_PAYMENT_CNT(Relation.CUSTOMER, "pc", INT),
  C_DELIVERY_CNT(Relation.CUSTOMER, "dc", INT),
  C_DATA(Relation.CUSTOMER, "da", TEXT),

  /** The customer's; those of the payment are in the key. */
  H_C_W_ID(Relation.HISTORY, "w", INT),
  H_C_D_ID(Relation.HISTORY, "d", INT),
  H_C_ID(Relation.HISTORY, "c", INT),
  H_DATE(Relation.HISTORY, "t", LONG),
  H_AMOUNT(Relation.HISTORY, "a", LONG),
  H_DATA(Relation.HISTORY, "da", TEXT),

  /** Empty, because HBase has no rows without cells. */
  NO_PRESENT(Relation.NEW_ORDER, "x", TEXT),

  O_C_ID(Relation.ORDERS, "c", INT),
  O_ENTRY_D(Relation.ORDERS, "t", LONG),
  /** Null until the order is delivered. */
  O_CARRIER_ID(Relation.ORDERS, "ca", INT),
  O_OL_CNT(Relation.ORDERS, "n", INT),
  O_ALL_LOCAL(Relation.ORDERS, "al", INT),

  OL_I_ID(Relation.ORDER_LINE, "i", INT),
  OL_SUPPLY_W_ID(Relation.ORDER_LINE, "w", INT),
  /** Null until the order is delivered. */
  OL_DELIVERY_D(Relation.ORDER_LINE, "t", LONG),
  OL_QUANTITY(Relation.ORDER_LINE, "q", INT),
  OL_AMOUNT(Relation.ORDER_LINE, "a", LONG),
  OL_DIST_INFO(Relation.ORDER_LINE, "di", TEXT),

  S_QUANTITY(Relation.STOCK, "q", INT),
  S_DIST_01(Relation.STOCK, "0", TEXT),
  S_DIST_02(Relation.STOCK, "1", TEXT),
  S_DIST_03(Relation.STOCK, "2", TEXT),
  S_DIST_04(Relation.STOCK, "3", TEXT),
  S_DIST_05(Relation.STOCK, "4", TEXT),
  S_DIST_06(Relation.STOCK, "5", TEXT),
  S_DIST_07(Relation.STOCK, "6", TEXT),
  S_DIST_08(Relation.STOCK, "7", TEXT),
  S_DIST_09(Relation.STOCK, "8", TEXT),
  S_DIST_10(Relation.STOCK, "9", TEXT),
  S_YTD(Relation.STOCK, "y", INT),
  S_ORDER_CNT(Relation.STOCK, "oc", INT),
  S_REMOTE_CNT(Relation.STOCK, "rc", INT),
  S_DATA(Relation.STOCK, "da", TEXT),

  I_IM_ID(Relation.ITEM, "im", INT),
  I_NAME(Relation.ITEM, "n", TEXT),
  I_PRICE(Relation.ITEM, "p", LONG),
  I_DATA(Relation.ITEM, "da", TEXT);

  /** S_DIST_01 to S_DIST_10. */
  public static final List<Column> S_DIST =
      List.of(
          S_DIST_01, S_DIST_02, S_DIST_03, S_DIST_04, S_DIST_05, S_DIST_06, S_DIST_07, S_DIST_08,
          S_DIST_09, S_DIST_10);

  private final Relation relation;
  private final String qualifier;
  private final Type type;

  Column(Relation relation, String qualifier, Type type) {
    this.relation = relation;
    this.qualifier = qualifier;
    this.type = type;
  }

  /** S_DIST_xx of a district, 1 to 10. */
  public static Column distInfo(int district) {
    return S_DIST.get(district - 1);
  }

  public Relation relation() {
    return relation;
  }

  public Type type() {
    return type;
  }

  public byte[] qualifier() {
    return qualifier.getBytes(StandardCharsets.US_ASCII);
  }

  /** The type of a cell. */
  public enum Type {
    /** Four bytes: counts, ids, and rates in ten-thousandths. */
    INT,
    /** Eight bytes: amounts in cents, times in milliseconds, and counters of HBase increments. */
    LONG,
    /** UTF-8. */
    TEXT
  }
}
