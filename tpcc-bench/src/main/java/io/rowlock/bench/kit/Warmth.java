package io.rowlock.bench.kit;

import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Whether a series is warm; and what this JVM has loaded and compiled since its start, second by
 * second. Only a JVM without servers shows what its client needs. JFR itself loads some hundred
 * classes.
 */
public final class Warmth implements AutoCloseable {
  private static final String LOADING = "jdk.ClassLoadingStatistics";
  private static final String COMPILERS = "jdk.CompilerStatistics";
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int PATIENCE_SECONDS = 20;

  /** A series whose later rounds are faster by this factor, and all of them, still rises. */
  private static final double RISING = 1.15;

  /** A twentieth of two cores: what is left of compilation when all that is hot is compiled. */
  private static final double MOST_COMPILING = 100;

  private final RecordingStream events = new RecordingStream();
  private final NavigableMap<Instant, Long> classes = new ConcurrentSkipListMap<>();
  private final NavigableMap<Instant, Reading> readings = new ConcurrentSkipListMap<>();

  private Warmth() {}

  /**
   * Counts until an instant.
   *
   * @param methods compiled ones, each time that one was compiled
   * @param bytes of all compiled methods
   * @param compileMillis of all compiler threads
   */
  public record Reading(long classes, long methods, long bytes, long compileMillis) {}

  /**
   * Returns whether a series had settled when it was measured; else it is no evidence. It has not
   * if its later rounds are all faster than its earlier ones, by far at the median, or if the
   * clients still compiled in most rounds.
   */
  static boolean hasSettled(List<? extends Point<?>> rounds) {
    if (rounds.isEmpty()) {
      return true;
    }
    List<Double> speeds = values(rounds.get(0).figures().keySet().iterator().next(), rounds);
    List<Double> compiling = values(Figure.COMPILE_MILLIS_PER_SECOND, rounds);
    boolean compiles = !compiling.isEmpty() && Spread.of(compiling).median() > MOST_COMPILING;
    return !compiles && !isRising(speeds);
  }

  private static boolean isRising(List<Double> speeds) {
    int half = speeds.size() / 2;
    if (half == 0) {
      return false;
    }
    Spread early = Spread.of(speeds.subList(0, half));
    Spread late = Spread.of(speeds.subList(speeds.size() - half, speeds.size()));
    return late.min() > early.max() && late.median() > RISING * early.median();
  }

  private static List<Double> values(Figure figure, List<? extends Point<?>> rounds) {
    return rounds.stream()
        .map(point -> point.figures().get(figure))
        .filter(Objects::nonNull)
        .map(value -> ((Number) value).doubleValue())
        .toList();
  }

  /** Returns the milliseconds that all compiler threads of this JVM have worked until now. */
  public static long compiledMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  /** Returns what they have worked since an earlier reading, for each second of a window. */
  public static double perSecond(long compiledBefore, Duration window) {
    return (compiledMillis() - compiledBefore) * 1e9 / window.toNanos();
  }

  /** Starts to read. */
  public static Warmth start() {
    Warmth warmth = new Warmth();
    warmth.events.enable(LOADING).withPeriod(PERIOD);
    warmth.events.enable(COMPILERS).withPeriod(PERIOD);
    warmth.events.onEvent(
        LOADING,
        event -> warmth.classes.put(event.getStartTime(), event.getLong("loadedClassCount")));
    warmth.events.onEvent(COMPILERS, warmth::add);
    warmth.events.startAsync();
    return warmth;
  }

  private void add(RecordedEvent compilers) {
    readings.put(
        compilers.getStartTime(),
        new Reading(
            0,
            compilers.getLong("compileCount"),
            compilers.getLong("nmethodsSize"),
            compilers.getLong("totalTimeSpent")));
  }

  /**
   * Returns the counts at an instant of the past, a second late at most; zeros if none arrive.
   * Events arrive a second or two late: waits for those of the instant.
   */
  public Reading at(Instant instant) throws InterruptedIOException {
    for (int second = 0; second < PATIENCE_SECONDS && !isKnown(instant); second++) {
      Interruption.sleep(PERIOD);
    }
    var loaded = classes.ceilingEntry(instant);
    var compiled = readings.ceilingEntry(instant);
    Reading reading = compiled == null ? new Reading(0, 0, 0, 0) : compiled.getValue();
    return new Reading(
        loaded == null ? 0 : loaded.getValue(),
        reading.methods(),
        reading.bytes(),
        reading.compileMillis());
  }

  private boolean isKnown(Instant instant) {
    return classes.ceilingKey(instant) != null && readings.ceilingKey(instant) != null;
  }

  @Override
  public void close() {
    events.close();
  }
}
