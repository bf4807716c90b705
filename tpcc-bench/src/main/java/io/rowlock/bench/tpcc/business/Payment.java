package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Clause 2.5.
 *
 * @param history the key of its row in HISTORY, the same in every attempt
 * @param millis H_DATE
 */
public record Payment(Inputs.Payment input, Layout layout, Key history, long millis)
    implements Work<Payment.Result> {
  private static final int LONGEST_DATA = 500;
  private static final String BAD_CREDIT = "BC";

  private static final Column[] WAREHOUSE = {
    Column.W_NAME, Column.W_STREET_1, Column.W_STREET_2, Column.W_CITY, Column.W_STATE, Column.W_ZIP
  };

  private static final Column[] DISTRICT = {
    Column.D_NAME, Column.D_STREET_1, Column.D_STREET_2, Column.D_CITY, Column.D_STATE, Column.D_ZIP
  };

  /** All columns but C_DELIVERY_CNT: the need for C_DATA is known too late to leave it out. */
  private static final Column[] CUSTOMER =
      Arrays.stream(Column.values())
          .filter(column -> column.relation() == Column.C_LAST.relation())
          .filter(column -> column != Column.C_DELIVERY_CNT)
          .toArray(Column[]::new);

  /**
   * The output of the terminal: the customer as read, with the changes, and the number, also of a
   * customer given by name.
   */
  public record Result(
      Inputs.Payment input,
      Key history,
      int c,
      long millis,
      Row warehouse,
      Row district,
      Row customer) {}

  @Override
  public Result execute(Access access) throws IOException {
    Reads reads = access.reads();
    Answer warehouse = reads.get(Keys.warehouse(input.w()), WAREHOUSE);
    Answer district = reads.get(Keys.district(input.w(), input.d()), DISTRICT);
    addToYears(access, reads);
    access.insert(
        history, new Row().set(Column.H_AMOUNT, input.amount()).set(Column.H_DATE, millis));
    CustomerSearch search = new CustomerSearch(input.customer(), layout);
    search.ask(reads);
    Answer numbered = search.known().isPresent() ? customer(reads, search.result()) : null;
    reads.run();
    int c = search.result();
    Row customer = (numbered == null ? readCustomer(access, c) : numbered).row();
    pay(access, c, customer);
    access.put(history, restOfHistory(c, warehouse.row(), district.row()));
    return new Result(input, history, c, millis, warehouse.row(), district.row(), customer);
  }

  private void addToYears(Access access, Reads reads) throws IOException {
    int w = input.w();
    access.add(reads.blindCounter(Keys.warehouseYtd(w), Column.W_YTD), input.amount());
    access.add(reads.blindCounter(Keys.districtYtd(w, input.d()), Column.D_YTD), input.amount());
  }

  private Answer readCustomer(Access access, int c) throws IOException {
    Reads reads = access.reads();
    Answer customer = customer(reads, c);
    reads.run();
    return customer;
  }

  private Answer customer(Reads reads, int c) {
    return reads.getForUpdate(key(c), CUSTOMER);
  }

  private Key key(int c) {
    return Keys.customer(input.customer().w(), input.customer().d(), c);
  }

  private void pay(Access access, int c, Row customer) throws IOException {
    Row changes =
        new Row()
            .set(Column.C_BALANCE, customer.number(Column.C_BALANCE) - input.amount())
            .set(Column.C_YTD_PAYMENT, customer.number(Column.C_YTD_PAYMENT) + input.amount())
            .set(Column.C_PAYMENT_CNT, customer.number(Column.C_PAYMENT_CNT) + 1);
    if (customer.text(Column.C_CREDIT).equals(BAD_CREDIT)) {
      changes.set(Column.C_DATA, dataOf(c, customer.text(Column.C_DATA)));
    }
    access.put(key(c), changes);
    customer.setAll(changes);
  }

  /** Clause 2.5.2.2: the history of a customer with bad credit. */
  private String dataOf(int c, String before) {
    List<Object> payment =
        List.of(
            c,
            input.customer().d(),
            input.customer().w(),
            input.d(),
            input.w(),
            Cents.text(input.amount()));
    StringBuilder data = new StringBuilder();
    payment.forEach(part -> data.append(part).append(' '));
    data.append(before);
    data.setLength(Math.min(data.length(), LONGEST_DATA));
    return data.toString();
  }

  private Row restOfHistory(int c, Row warehouse, Row district) {
    return new Row()
        .set(Column.H_C_W_ID, input.customer().w())
        .set(Column.H_C_D_ID, input.customer().d())
        .set(Column.H_C_ID, c)
        .set(Column.H_DATA, warehouse.text(Column.W_NAME) + "    " + district.text(Column.D_NAME));
  }

  /** The text of amounts. */
  public static final class Cents {
    private Cents() {}

    /** Such as {@code -10.05}. */
    public static String text(long cents) {
      long rest = Math.abs(cents % 100);
      return (cents < 0 ? "-" : "") + Math.abs(cents / 100) + (rest < 10 ? ".0" : ".") + rest;
    }
  }
}
