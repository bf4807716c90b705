package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * The windows of what is measured side by side, as options of a command: turns of the warm-up
 * first, numbered up to 0, then the rounds, numbered from 1.
 */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class Rounds {
  /** The length of a turn; turns let the JVM compile each series together with the others. */
  private static final int TURN_SECONDS = 5;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      description = "Length of a window: one case in one round (default: ${DEFAULT-VALUE}).")
  private int timeSeconds;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description =
          "Warm-up of the cases, in turns, before anything is measured (default: ${DEFAULT-VALUE};"
              + " 0: none). Until client and servers are compiled, figures are up to three times"
              + " worse.")
  private int warmupSeconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often every case is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  /** Sets the defaults of the options; times are in seconds for each series. */
  public Rounds(int warmupSeconds, int timeSeconds, int rounds) {
    this.warmupSeconds = warmupSeconds;
    this.timeSeconds = timeSeconds;
    this.rounds = rounds;
  }

  /** Runs one window of a series. */
  @FunctionalInterface
  public interface Window<S> {
    /** Returns the throughput. */
    double run(S series, int round) throws IOException;
  }

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public void check() {
    Arguments.range("--time", 1, 3_600, timeSeconds);
    Arguments.range("--warmup", 0, 3_600, warmupSeconds);
    Arguments.range("--rounds", 1, 1_000, rounds);
  }

  public int timeSeconds() {
    return timeSeconds;
  }

  public int warmupSeconds() {
    return warmupSeconds;
  }

  public int count() {
    return rounds;
  }

  public long seed() {
    return seed;
  }

  /**
   * Returns an order that begins with another element in every round, numbered from 1, so that
   * neither drift of the machine nor the place in the round favours any.
   */
  public static <T> List<T> order(List<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    Collections.rotate(order, 1 - round);
    return order;
  }

  /** The seconds of each turn of the warm-up. */
  public List<Integer> turns() {
    List<Integer> turns = new ArrayList<>();
    for (int left = warmupSeconds; left > 0; left -= TURN_SECONDS) {
      turns.add(Math.min(left, TURN_SECONDS));
    }
    return List.copyOf(turns);
  }

  /** Runs every window of all series. */
  public <S> void run(List<S> all, Progress progress, Window<S> window) throws IOException {
    int turns = turns().size();
    for (int round = 1 - turns; round <= rounds; round++) {
      String group =
          round <= 0
              ? "warm-up, turn " + (round + turns) + " of " + turns
              : "round " + round + " of " + rounds;
      Map<S, Double> perSecond = new LinkedHashMap<>();
      for (S series : order(all, round)) {
        progress.begin(group, group + ", " + series);
        perSecond.put(series, window.run(series, round));
        progress.end(seconds(round));
      }
      progress.show(group + ": " + figures(all, perSecond));
    }
  }

  /** Returns the throughput of each series in a round, always in the same order. */
  public static <S> String figures(List<S> all, Map<S, Double> perSecond) {
    return all.stream()
        .map(series -> String.format(Locale.ROOT, "%s %.1f/s", series, perSecond.get(series)))
        .collect(Collectors.joining("; "));
  }

  public int seconds(int round) {
    List<Integer> turns = turns();
    return round <= 0 ? turns.get(turns.size() - 1 + round) : timeSeconds;
  }

  public Duration length(int round) {
    return Duration.ofSeconds(seconds(round));
  }

  /** The total seconds of all windows of a number of series. */
  public long totalSeconds(long series) {
    return series * (warmupSeconds + (long) rounds * timeSeconds);
  }
}
