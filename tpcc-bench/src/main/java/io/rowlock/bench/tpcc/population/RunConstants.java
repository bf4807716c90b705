package io.rowlock.bench.tpcc.population;

/**
 * NURand's C while transactions run, the same for all terminals (clause 2.1.6).
 *
 * @param last for C_LAST
 * @param customer for C_ID
 * @param item for OL_I_ID
 */
public record RunConstants(int last, int customer, int item) {
  private static final int STANDARD_A = 255;

  /** Chosen at random among those that are legal beside the constant of the load. */
  public static RunConstants choose(Scale scale, int loadConstant, Dice dice) {
    int last;
    do {
      last = dice.between(0, scale.lastNamesA());
    } while (!isLegal(scale, loadConstant, last));
    return new RunConstants(
        last, dice.between(0, scale.customerIdsA()), dice.between(0, scale.itemIdsA()));
  }

  /** The rule speaks of the standard scale only: below it, the two shall differ. */
  public static boolean isLegal(Scale scale, int loadConstant, int runConstant) {
    int delta = Math.abs(runConstant - loadConstant);
    return scale.lastNamesA() == STANDARD_A
        ? delta >= 65 && delta <= 119 && delta != 96 && delta != 112
        : delta != 0;
  }
}
