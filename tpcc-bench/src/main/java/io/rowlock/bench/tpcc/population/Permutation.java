package io.rowlock.bench.tpcc.population;

/**
 * A random order of the numbers from 0 to n - 1, of which each place can be asked for by itself: a
 * Feistel network over the next larger power of four, walked on until a number is below n.
 */
public final class Permutation {
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

  /** Whether a place is one of so many that were chosen at random, none of them twice. */
  public boolean chooses(int place, int chosen) {
    return at(place) < chosen;
  }

  private int step(int number) {
    int left = number >>> halfBits;
    int right = number & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      int mixed = left ^ ((int) Dice.mix(seed ^ ((long) round << Integer.SIZE) ^ right) & halfMask);
      left = right;
      right = mixed;
    }
    return left << halfBits | right;
  }
}
