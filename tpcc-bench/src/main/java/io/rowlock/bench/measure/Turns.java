package io.rowlock.bench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * A warm-up cut into short pieces. What is to be measured side by side takes turns, so that the JVM
 * compiles each in view of the others.
 */
public final class Turns {
  private static final int SECONDS = 5;

  private Turns() {}

  /** The seconds of each turn; none when there are no seconds. */
  public static List<Integer> of(int seconds) {
    List<Integer> turns = new ArrayList<>();
    for (int left = seconds; left > 0; left -= SECONDS) {
      turns.add(Math.min(left, SECONDS));
    }
    return List.copyOf(turns);
  }
}
