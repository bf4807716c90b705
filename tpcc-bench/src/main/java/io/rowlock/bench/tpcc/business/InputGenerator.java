package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Dice.NonUniform;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.LastNames;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import java.util.ArrayList;
import java.util.List;

/** The inputs of one terminal. Not thread-safe. */
public final class InputGenerator {
  private static final int MOST_ORDERED = 10;
  private static final int LOWEST_AMOUNT = 100;
  private static final int HIGHEST_AMOUNT = 500_000;
  private static final int CARRIERS = 10;
  private static final int LOWEST_THRESHOLD = 10;
  private static final int HIGHEST_THRESHOLD = 20;

  private final InputRules rules;
  private final Scale scale;
  private final Dice dice;
  private final NonUniform lastNames;
  private final NonUniform customers;
  private final NonUniform items;

  public InputGenerator(InputRules rules, Scale scale, RunConstants constants, Dice dice) {
    this.rules = rules;
    this.scale = scale;
    this.dice = dice;
    this.lastNames = scale.lastNames(constants.last());
    this.customers = scale.customerIds(constants.customer());
    this.items = scale.itemIds(constants.item());
  }

  /** A random district for transactions without a fixed one. */
  public int district() {
    return dice.between(1, Scale.DISTRICTS);
  }

  public Inputs.NewOrder newOrder(int w, int d) {
    int c = customers.draw(dice);
    int count = dice.between(rules.fewestLines(), rules.mostLines());
    boolean isToBeRolledBack = dice.percent(rules.rollbacks());
    List<Inputs.Line> lines = new ArrayList<>(count);
    for (int number = 1; number <= count; number++) {
      boolean isUnused = isToBeRolledBack && number == count;
      int item = isUnused ? scale.unusedItem() : items.draw(dice);
      int supply = dice.percent(rules.remoteLines()) ? otherThan(w) : w;
      lines.add(new Inputs.Line(item, supply, dice.between(1, MOST_ORDERED)));
    }
    return new Inputs.NewOrder(w, d, c, List.copyOf(lines));
  }

  public Inputs.Payment payment(int w, int d) {
    boolean isRemote = scale.warehouses() > 1 && dice.percent(rules.remotePayments());
    int customerW = isRemote ? otherThan(w) : w;
    int customerD = isRemote ? district() : d;
    CustomerChoice customer = customer(customerW, customerD);
    return new Inputs.Payment(w, d, customer, dice.between(LOWEST_AMOUNT, HIGHEST_AMOUNT));
  }

  public Inputs.OrderStatus orderStatus(int w, int d) {
    return new Inputs.OrderStatus(customer(w, d));
  }

  public Inputs.Delivery delivery(int w) {
    return new Inputs.Delivery(w, dice.between(1, CARRIERS));
  }

  public Inputs.StockLevel stockLevel(int w, int d) {
    return new Inputs.StockLevel(w, d, dice.between(LOWEST_THRESHOLD, HIGHEST_THRESHOLD));
  }

  private CustomerChoice customer(int w, int d) {
    return dice.percent(rules.byName())
        ? new CustomerChoice.ByName(w, d, LastNames.of(lastNames.draw(dice)))
        : new CustomerChoice.ById(w, d, customers.draw(dice));
  }

  /** Returns the warehouse itself if there is no other. */
  private int otherThan(int w) {
    if (scale.warehouses() == 1) {
      return w;
    }
    int other = dice.between(1, scale.warehouses() - 1);
    return other < w ? other : other + 1;
  }

  /**
   * How often terminals choose what, in percent, and the limits for the number of order lines.
   *
   * @param remoteLines the lines that another warehouse supplies, if there is another one
   * @param remotePayments the payments by a customer of another warehouse, if there is another one
   * @param byName the customers that are given by name, not by number
   * @param rollbacks the orders with an item that does not exist
   */
  public record InputRules(
      int fewestLines,
      int mostLines,
      int remoteLines,
      int remotePayments,
      int byName,
      int rollbacks) {

    /** Clauses 2.4.1, 2.5.1 and 2.6.1. */
    public static final InputRules SPEC =
        new InputRules(Scale.FEWEST_LINES, Scale.MOST_LINES, 1, 15, 60, 1);

    /** Inputs as in the benchmark by the authors of Warp. */
    public static final InputRules WARP = new InputRules(1, 10, 0, 15, 0, 1);
  }
}
