package io.rowlock.bench.tpcc.business;

/** Amounts for people. */
public final class Cents {
  private Cents() {}

  /** Such as {@code -10.05}. */
  public static String text(long cents) {
    long rest = Math.abs(cents % 100);
    return (cents < 0 ? "-" : "") + Math.abs(cents / 100) + (rest < 10 ? ".0" : ".") + rest;
  }
}
