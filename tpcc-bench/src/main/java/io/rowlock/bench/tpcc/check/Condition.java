package io.rowlock.bench.tpcc.check;

/**
 * What is checked. The first twelve are the specification's; the others are stronger. A cell that
 * is missing or has the wrong size is null: a sum leaves it out, and nothing equals it.
 */
public enum Condition {
  C1("3.3.2.1", "W_YTD is the sum of D_YTD"),
  C2("3.3.2.2", "D_NEXT_O_ID - 1 is the highest number in ORDER, and in NEW-ORDER if it has any"),
  C3("3.3.2.3", "the numbers in a district's NEW-ORDER have no gaps"),
  C4("3.3.2.4", "a district has as many order lines as its orders say"),
  C5("3.3.2.5", "an order has no carrier exactly if it is in NEW-ORDER"),
  C6("3.3.2.6", "an order has as many lines as it says"),
  C7("3.3.2.7", "a line has no delivery date exactly if its order has no carrier"),
  C8("3.3.2.8", "W_YTD is the sum of the warehouse's payments"),
  C9("3.3.2.9", "D_YTD is the sum of the district's payments"),
  C10("3.3.2.10", "C_BALANCE is what was delivered less what was paid"),
  C11("3.3.2.11", "ORDER less NEW-ORDER is what was loaded so, and C_DELIVERY_CNT since then"),
  C12("3.3.2.12", "C_BALANCE + C_YTD_PAYMENT is what was delivered"),
  E1("E1", "stock has gone down by what was ordered, but for fillings of 91, and is 10 to 100"),
  E2("E2", "S_YTD, S_ORDER_CNT and S_REMOTE_CNT are those of the order lines"),
  E3("E3", "C_YTD_PAYMENT, C_PAYMENT_CNT and C_DELIVERY_CNT are those of payments and orders"),
  E4("E4", "all W_YTD together are all C_YTD_PAYMENT together"),
  E5("E5", "orders and their lines have no gaps, follow the load in time, and say what they must"),
  E6("E6", "the indexes have an entry for each customer and order, and no others"),
  E7("E7", "no lock is left"),
  E8("E8", "what clients were told was committed is there once, and what was not is not there"),
  E9("E9", "what no transaction changes is as it was loaded"),
  E10("E10", "rows have the keys and cells of their relation, and values that exist"),
  E11("E11", "a transaction sees what plain HBase sees");

  private final String id;
  private final String meaning;

  Condition(String id, String meaning) {
    this.id = id;
    this.meaning = meaning;
  }

  /** The specification's number, or E and a number. */
  public String id() {
    return id;
  }

  /** The text of the condition. */
  public String meaning() {
    return meaning;
  }
}
