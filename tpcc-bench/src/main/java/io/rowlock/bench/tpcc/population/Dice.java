package io.rowlock.bench.tpcc.population;

import java.util.SplittableRandom;

/** Draws the random values of TPC-C. Not thread-safe. */
public record Dice(SplittableRandom random) {
  private static final String DIGITS = "0123456789";
  private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String ALPHANUMERICS = DIGITS + CAPITALS + "abcdefghijklmnopqrstuvwxyz";
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  /** Returns dice that depend on these numbers only. */
  public static Dice of(long seed, long... names) {
    return new Dice(new SplittableRandom(seedOf(seed, names)));
  }

  static long seedOf(long seed, long... names) {
    long mixed = mix(seed);
    for (long name : names) {
      mixed = mix(mixed * GOLDEN ^ name);
    }
    return mixed;
  }

  /** Mixes the bits: each input bit changes half of the output bits on average. */
  static long mix(long bits) {
    long mixed = bits + GOLDEN;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** Draws uniformly from the lower to the upper number, both included. */
  public int between(int lower, int upper) {
    return random.nextInt(lower, upper + 1);
  }

  /** Returns true with a probability in percent. */
  public boolean percent(int percent) {
    return between(1, 100) <= percent;
  }

  /** A random a-string. */
  public String alphanumeric(int shortest, int longest) {
    return text(ALPHANUMERICS, between(shortest, longest));
  }

  /** A random n-string. */
  public String digits(int length) {
    return text(DIGITS, length);
  }

  public String letters(int length) {
    return text(CAPITALS, length);
  }

  private String text(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /**
   * TPC-C's NURand: some values are drawn more often than others. A is a power of two less one; C,
   * one for each field and all terminals, moves the values that are drawn often.
   */
  public record NonUniform(int a, int lower, int upper, int c) {

    public int draw(Dice dice) {
      int either = dice.between(0, a) | dice.between(lower, upper);
      return (either + c) % (upper - lower + 1) + lower;
    }
  }

  /**
   * A random order of the numbers from 0 to n - 1 that can compute the number at any place: a
   * Feistel network over the next larger power of four, applied until the result is below n.
   */
  public static final class Permutation {
    private static final int ROUNDS = 8;

    private final int size;
    private final long seed;
    private final int halfBits;
    private final int halfMask;

    public Permutation(int size, long seed, long... names) {
      this.size = size;
      this.seed = Dice.seedOf(seed, names);
      int bits = Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(size - 1));
      this.halfBits = (bits + 1) / 2;
      this.halfMask = (1 << halfBits) - 1;
    }

    /** The number at a place. */
    public int at(int place) {
      if (place < 0 || place >= size) {
        throw new IndexOutOfBoundsException(place);
      }
      int number = place;
      do {
        number = step(number);
      } while (number >= size);
      return number;
    }

    /** Whether a place belongs to a random subset of this size. */
    public boolean chooses(int place, int chosen) {
      return at(place) < chosen;
    }

    private int step(int number) {
      int left = number >>> halfBits;
      int right = number & halfMask;
      for (int round = 0; round < ROUNDS; round++) {
        int mixed =
            left ^ ((int) Dice.mix(seed ^ ((long) round << Integer.SIZE) ^ right) & halfMask);
        left = right;
        right = mixed;
      }
      return left << halfBits | right;
    }
  }
}
