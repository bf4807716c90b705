package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.population.Dice.NonUniform;
import java.util.List;

/**
 * How many rows there are; a district has as many orders at the load as customers. With fewer items
 * or customers than by the specification, all that depends on them shrinks.
 */
public record Scale(int warehouses, int items, int customers) {
  public static final int DISTRICTS = 10;
  public static final int FEWEST_LINES = 5;
  public static final int MOST_LINES = 15;

  private static final int STANDARD_ITEMS = 100_000;
  private static final int STANDARD_CUSTOMERS = 3_000;

  /** The most warehouses; keys allow twice as many (clause 1.4.11). */
  private static final int MOST_WAREHOUSES = 1 << 20;

  // NURand's A by the number of values it is for: 8191 of 100000, 1023 of 3000, 255 of 1000.
  private static final double A_OF_ITEMS = 0.082;
  private static final double A_OF_CUSTOMERS = 0.342;
  private static final double A_OF_NAMES = 0.256;

  public Scale {
    require("warehouses", warehouses, 1, MOST_WAREHOUSES);
    require("items", items, 100, STANDARD_ITEMS);
    require("customers", customers, 30, STANDARD_CUSTOMERS);
  }

  private static void require(String what, int given, int fewest, int most) {
    if (given < fewest || given > most) {
      throw new IllegalArgumentException(
          "%s must be from %d to %d, not %d".formatted(what, fewest, most, given));
    }
  }

  public static Scale standard(int warehouses) {
    return new Scale(warehouses, STANDARD_ITEMS, STANDARD_CUSTOMERS);
  }

  public boolean isStandard() {
    return equals(standard(warehouses));
  }

  /** The loaded orders of a district. */
  public int orders() {
    return customers;
  }

  /** The first undelivered order of the load, 2101 by the specification. */
  public int firstUndelivered() {
    return orders() - undelivered() + 1;
  }

  /** The undelivered orders of a district in the load, 900 by the specification. */
  public int undelivered() {
    return Math.round(orders() * 0.3f);
  }

  /** The number of different values of C_LAST. */
  public int names() {
    return Math.min(LastNames.COUNT, customers);
  }

  /** Draws numbers of last names. */
  public NonUniform lastNames(int c) {
    return new NonUniform(lastNamesA(), 0, names() - 1, c);
  }

  /** Draws C_ID. */
  public NonUniform customerIds(int c) {
    return new NonUniform(customerIdsA(), 1, customers, c);
  }

  /** Draws OL_I_ID. */
  public NonUniform itemIds(int c) {
    return new NonUniform(itemIdsA(), 1, items, c);
  }

  int lastNamesA() {
    return largestMask(A_OF_NAMES * names());
  }

  int customerIdsA() {
    return largestMask(A_OF_CUSTOMERS * customers);
  }

  int itemIdsA() {
    return largestMask(A_OF_ITEMS * items);
  }

  private static int largestMask(double limit) {
    return Integer.highestOneBit((int) limit + 1) - 1;
  }

  /** An item that does not exist, for orders that roll back. */
  public int unusedItem() {
    return items + 1;
  }

  /**
   * NURand's C while transactions run, the same for all terminals (clause 2.1.6): for C_LAST, C_ID
   * and OL_I_ID.
   */
  public record RunConstants(int last, int customer, int item) {
    private static final int STANDARD_A = 255;

    /** A random choice of the values that are valid together with the constant of the load. */
    public static RunConstants choose(Scale scale, int loadConstant, Dice dice) {
      int last;
      do {
        last = dice.between(0, scale.lastNamesA());
      } while (!isLegal(scale, loadConstant, last));
      return new RunConstants(
          last, dice.between(0, scale.customerIdsA()), dice.between(0, scale.itemIdsA()));
    }

    /** The rule applies to the standard scale only; below it, the two must differ. */
    static boolean isLegal(Scale scale, int loadConstant, int runConstant) {
      int delta = Math.abs(runConstant - loadConstant);
      return scale.lastNamesA() == STANDARD_A
          ? delta >= 65 && delta <= 119 && delta != 96 && delta != 112
          : delta != 0;
    }
  }

  /** The values of C_LAST (clause 4.3.2.3). */
  public static final class LastNames {
    /** The number of different names. */
    public static final int COUNT = 1000;

    private static final List<String> SYLLABLES =
        List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

    private LastNames() {}

    /** A syllable for each digit of a number up to 999. */
    public static String of(int number) {
      return SYLLABLES.get(number / 100)
          + SYLLABLES.get(number / 10 % 10)
          + SYLLABLES.get(number % 10);
    }
  }
}
