package io.rowlock.bench.tpcc.random;

/**
 * TPC-C's NURand: some values are drawn more often than others.
 *
 * @param a a power of two less one
 * @param c moves the values that are drawn often; one for each field, the same for all terminals
 */
public record NonUniform(int a, int lower, int upper, int c) {

  public int draw(Dice dice) {
    int either = dice.between(0, a) | dice.between(lower, upper);
    return (either + c) % (upper - lower + 1) + lower;
  }
}
