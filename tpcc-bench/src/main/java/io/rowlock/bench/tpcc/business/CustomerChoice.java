package io.rowlock.bench.tpcc.business;

/** Which customer a terminal means. */
public sealed interface CustomerChoice {
  int w();

  int d();

  /** The customer with a number. */
  record ById(int w, int d, int c) implements CustomerChoice {}

  /** Of all who have this last name, the one in the middle by first name. */
  record ByName(int w, int d, String last) implements CustomerChoice {}
}
