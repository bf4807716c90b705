package io.rowlock.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order of what is measured side by side. */
public final class Rounds {
  private Rounds() {}

  /**
   * Every round begins with another one, so that neither drift of the machine nor the place in the
   * round favours any.
   *
   * @param round from 1
   */
  public static <T> List<T> order(List<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    Collections.rotate(order, 1 - round);
    return order;
  }
}
