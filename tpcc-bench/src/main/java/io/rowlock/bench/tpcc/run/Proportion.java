package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.report.Constraint.Verdict;

/**
 * A share of a sample, in percent, and where the true share lies with 99.7 % (Wilson's interval,
 * which holds for small shares, too).
 */
record Proportion(double percent, double lower, double upper, long samples) {
  private static final double DEVIATIONS = 3;
  private static final double PERCENT = 100;

  static Proportion of(long hits, long samples) {
    if (samples == 0) {
      return new Proportion(0, 0, PERCENT, 0);
    }
    double share = (double) hits / samples;
    double square = DEVIATIONS * DEVIATIONS / samples;
    double middle = (share + square / 2) / (1 + square);
    double half =
        DEVIATIONS * Math.sqrt(share * (1 - share) / samples + square / samples / 4) / (1 + square);
    return new Proportion(
        PERCENT * share,
        PERCENT * Math.max(0, middle - half),
        PERCENT * Math.min(1, middle + half),
        samples);
  }

  /** Few samples are no proof of anything but of what lies far outside. */
  Verdict inside(double from, double to, long samplesNeeded) {
    if (upper < from || lower > to) {
      return Verdict.NG;
    }
    if (samples < samplesNeeded) {
      return Verdict.TOO_FEW;
    }
    return percent >= from && percent <= to ? Verdict.OK : Verdict.NG;
  }

  Verdict atLeast(double least) {
    if (samples > 0 && percent >= least) {
      return Verdict.OK;
    }
    return upper < least ? Verdict.NG : Verdict.TOO_FEW;
  }
}
