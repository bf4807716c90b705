package io.rowlock.bench.tpcc.population;

import java.util.List;

/** The values of C_LAST (clause 4.3.2.3). */
public final class LastNames {
  /** Different names. */
  public static final int COUNT = 1000;

  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

  private LastNames() {}

  /**
   * A syllable for each digit.
   *
   * @param number from 0 to 999
   */
  public static String of(int number) {
    return SYLLABLES.get(number / 100)
        + SYLLABLES.get(number / 10 % 10)
        + SYLLABLES.get(number % 10);
  }
}
