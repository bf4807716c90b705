package io.rowlock.bench.tpcc.report;

import java.util.Locale;

/** Numbers with significant digits only. */
final class Numbers {
  private static final double MANY = 1_000;
  private static final double SOME = 10;
  private static final double FEW = 0.1;

  private Numbers() {}

  static String of(double number) {
    double size = Math.abs(number);
    if (number == Math.rint(number)) {
      return format("%,.0f", number);
    }
    if (size >= MANY) {
      return format("%,.0f", number);
    }
    if (size >= SOME) {
      return format("%.1f", number);
    }
    return format(size >= FEW ? "%.2f" : "%.4f", number);
  }

  static String of(long number) {
    return format("%,d", number);
  }

  /** The ratio of the second number to the first. */
  static String ratio(double first, double second) {
    if (first == 0 && second == 0) {
      return "1.00x";
    }
    return first == 0 ? "n/a" : format("%.2fx", second / first);
  }

  private static String format(String format, Object number) {
    return String.format(Locale.ROOT, format, number);
  }
}
