package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Point.SeriesKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that a run has measured so far. If the run fails or the process is stopped, that is published
 * as partial results. Thread-safe.
 */
public final class Measurements<S extends SeriesKey> {
  private static final Logger LOG = LoggerFactory.getLogger(Measurements.class);

  private final List<Environment> environments = new ArrayList<>();
  private final List<Point<S>> points = new ArrayList<>();
  private final List<String> failedChecks = new ArrayList<>();
  private final Map<String, Object> others = new LinkedHashMap<>();
  private boolean isWhole;
  private boolean isPublished;

  /** A part of a run. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  /** Measures, and then publishes what there is, exactly once. */
  public void run(Step measuring, Step publishing) throws IOException {
    Thread atStop = new Thread(() -> publishAtStop(publishing), "rowlock-bench-stop");
    Runtime.getRuntime().addShutdownHook(atStop);
    try {
      measuring.run();
      end();
    } catch (IOException | RuntimeException e) {
      publishAtStop(publishing);
      throw e;
    } finally {
      forget(atStop);
    }
    publish(publishing);
  }

  /** Notes that all was measured. */
  public synchronized void end() {
    isWhole = true;
  }

  private synchronized void publish(Step publishing) throws IOException {
    if (!isPublished && (isWhole || !points.isEmpty())) {
      isPublished = true;
      publishing.run();
    }
  }

  /** The failure that stopped the run is reported, not this one. */
  private void publishAtStop(Step publishing) {
    try {
      publish(publishing);
    } catch (IOException | RuntimeException e) {
      LOG.error("What was measured could not be kept", e);
    }
  }

  private static void forget(Thread atStop) {
    try {
      Runtime.getRuntime().removeShutdownHook(atStop);
    } catch (IllegalStateException stopping) {
      LOG.debug("The JVM is ending and runs the hook itself", stopping);
    }
  }

  public synchronized void add(Environment environment) {
    environments.add(environment);
  }

  public synchronized void add(Point<S> point) {
    points.add(point);
  }

  public synchronized void addFailedCheck(String sentence) {
    failedChecks.add(sentence);
  }

  /** Adds what only this experiment has, by its name in the file. */
  public synchronized void put(String name, Object value) {
    others.put(name, value);
  }

  public synchronized Points<S> points() {
    return new Points<>(points);
  }

  /** Returns the results so far; goals are judged when all was measured. */
  public synchronized Results<S> judgedBy(Experiment<S> experiment) {
    return experiment.judge(
        environments, points(), failedChecks, new LinkedHashMap<>(others), partial());
  }

  private @Nullable String partial() {
    return isWhole
        ? null
        : "PARTIAL: the run ended before its plan did, with %d windows measured; goals are not judged"
            .formatted(points.size());
  }
}
