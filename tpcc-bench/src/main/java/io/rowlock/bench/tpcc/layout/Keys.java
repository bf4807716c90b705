package io.rowlock.bench.tpcc.layout;

/** Creates keys. */
public final class Keys {
  private static final long LAST_ORDER = 0xFFFF_FFFFL;

  private Keys() {}

  public static Key warehouse(int w) {
    return Key.of(Relation.WAREHOUSE, w);
  }

  public static Key warehouseYtd(int w) {
    return Key.of(Relation.WAREHOUSE_YTD, w);
  }

  public static Key district(int w, int d) {
    return Key.of(Relation.DISTRICT, w, d);
  }

  public static Key districtYtd(int w, int d) {
    return Key.of(Relation.DISTRICT_YTD, w, d);
  }

  public static Key districtNext(int w, int d) {
    return Key.of(Relation.DISTRICT_NEXT, w, d);
  }

  public static Key customer(int w, int d, int c) {
    return Key.of(Relation.CUSTOMER, w, d, c);
  }

  /** An entry of the index by name. */
  public static Key customerName(int w, int d, String last, String first, int c) {
    return Key.of(Relation.CUSTOMER_NAME, w, d, last, first, c);
  }

  /** The row of an index with all customers of a name. */
  public static Key customerNames(int w, int d, String last) {
    return Key.of(Relation.CUSTOMER_NAME_LIST, w, d, last);
  }

  /** The row of an index with all orders of a customer. */
  public static Key ordersOfCustomer(int w, int d, int c) {
    return Key.of(Relation.ORDER_CUSTOMER_LIST, w, d, c);
  }

  /**
   * A payment, the same in all attempts: the number of the terminal, up to 65535 at the same time,
   * and a number of its own.
   */
  public static Key history(int w, int d, long millis, int terminal, int number) {
    return Key.of(Relation.HISTORY, w, d, millis, terminal, number);
  }

  public static Key newOrder(int w, int d, long o) {
    return Key.of(Relation.NEW_ORDER, w, d, o);
  }

  public static Key order(int w, int d, long o) {
    return Key.of(Relation.ORDERS, w, d, o);
  }

  /** An entry of the index by customer, in which the latest order comes first. */
  public static Key orderCustomer(int w, int d, int c, long o) {
    return Key.of(Relation.ORDER_CUSTOMER, w, d, c, reversed(o));
  }

  /** Converts between the number of an order and its entry in the index by customer. */
  public static long reversed(long order) {
    return LAST_ORDER - order;
  }

  public static Key orderLine(int w, int d, long o, int number) {
    return Key.of(Relation.ORDER_LINE, w, d, o, number);
  }

  public static Key stock(int w, int i) {
    return Key.of(Relation.STOCK, w, i);
  }

  /** An item as a terminal of a warehouse reads it. */
  public static Key item(int w, int i) {
    return Key.of(Relation.ITEM, w, i);
  }
}
