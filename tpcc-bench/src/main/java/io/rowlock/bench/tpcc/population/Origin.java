package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.population.Dice.Permutation;

/**
 * All that the rows of a fresh database depend on: NURand's C for C_LAST, and the time of the load,
 * which its rows have for all that happened before, and which nothing else depends on.
 */
public record Origin(Scale scale, long seed, int loadConstant, long loadMillis) {
  private static final int NAME_OF_LOAD_CONSTANT = 1;
  private static final String ORIGINAL = "ORIGINAL";

  public Origin {
    if (loadConstant < 0 || loadConstant > scale.lastNamesA()) {
      throw new IllegalArgumentException(
          "The constant for C_LAST must be from 0 to %d, not %d"
              .formatted(scale.lastNamesA(), loadConstant));
    }
  }

  /** Creates an origin whose constant for C_LAST depends on the seed. */
  public static Origin of(Scale scale, long seed, long loadMillis) {
    int loadConstant = Dice.of(seed, NAME_OF_LOAD_CONSTANT).between(0, scale.lastNamesA());
    return new Origin(scale, seed, loadConstant, loadMillis);
  }

  /** The dice of a row. */
  Dice dice(Key key) {
    byte[] bytes = key.bytes();
    long[] names = new long[bytes.length + 1];
    names[0] = key.relation().tag();
    for (int i = 0; i < bytes.length; i++) {
      names[i + 1] = bytes[i];
    }
    return Dice.of(seed, names);
  }

  /** A random order of the rows in a warehouse or district. */
  Permutation permutation(int size, Purpose purpose, int w, int d) {
    return new Permutation(size, seed, purpose.number, w, d);
  }

  /** Whether a row belongs to a random tenth. */
  boolean isOfTenth(int number, int size, Purpose purpose, int w, int d) {
    int tenth = Math.round(size / 10f);
    return permutation(size, purpose, w, d).chooses(number - 1, tenth);
  }

  /** I_DATA and S_DATA. */
  String data(Dice dice, boolean isOriginal) {
    String data = dice.alphanumeric(26, 50);
    if (!isOriginal) {
      return data;
    }
    int begin = dice.between(0, data.length() - ORIGINAL.length());
    return data.substring(0, begin) + ORIGINAL + data.substring(begin + ORIGINAL.length());
  }

  /** Whether I_DATA or S_DATA is marked as original. */
  public static boolean isOriginal(String data) {
    return data.contains(ORIGINAL);
  }

  /** The subject of a random order. */
  enum Purpose {
    ORIGINAL_ITEMS(1),
    ORIGINAL_STOCK(2),
    BAD_CREDIT(3),
    CUSTOMERS_OF_ORDERS(4);

    private final int number;

    Purpose(int number) {
      this.number = number;
    }
  }
}
