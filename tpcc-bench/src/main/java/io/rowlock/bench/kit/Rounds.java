package io.rowlock.bench.kit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Windows of what is measured side by side: turns of the warm-up first, numbered up to 0, then the
 * rounds, numbered from 1.
 *
 * @param warmupSeconds of each series
 * @param timeSeconds of each series in each round
 */
public record Rounds(int warmupSeconds, int timeSeconds, int count) {

  /** The length of a turn: the JVM compiles each series in view of the others. */
  private static final int TURN_SECONDS = 5;

  /** Runs one window of a series. */
  @FunctionalInterface
  public interface Window<S> {
    void run(S series, int round) throws IOException;
  }

  /**
   * Returns an order that begins with another element in every round, so that neither drift of the
   * machine nor the place in the round favours any.
   *
   * @param round from 1
   */
  public static <T> List<T> order(List<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    Collections.rotate(order, 1 - round);
    return order;
  }

  /** Cuts a warm-up into turns, and returns their seconds; none when there are no seconds. */
  public static List<Integer> turns(int seconds) {
    List<Integer> turns = new ArrayList<>();
    for (int left = seconds; left > 0; left -= TURN_SECONDS) {
      turns.add(Math.min(left, TURN_SECONDS));
    }
    return List.copyOf(turns);
  }

  /** Runs every window of all series. */
  public <S> void run(List<S> all, Progress progress, Window<S> window) throws IOException {
    int turns = turns(warmupSeconds).size();
    for (int round = 1 - turns; round <= count; round++) {
      String group =
          round <= 0
              ? "warm-up, turn " + (round + turns) + " of " + turns
              : "round " + round + " of " + count;
      for (S series : order(all, round)) {
        progress.begin(group, group + ", " + series);
        window.run(series, round);
        progress.end(seconds(round));
      }
    }
  }

  public int seconds(int round) {
    List<Integer> turns = turns(warmupSeconds);
    return round <= 0 ? turns.get(turns.size() - 1 + round) : timeSeconds;
  }

  public Duration length(int round) {
    return Duration.ofSeconds(seconds(round));
  }

  /** The seconds of all windows of so many series. */
  public long totalSeconds(long series) {
    return series * (warmupSeconds + (long) count * timeSeconds);
  }
}
