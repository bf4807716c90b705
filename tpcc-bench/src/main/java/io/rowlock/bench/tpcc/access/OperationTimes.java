package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Times business transactions of several types, and their phases. Thread-safe. */
public final class OperationTimes {
  private Map<String, Spent> types = new TreeMap<>();

  /** Something that runs business transactions in the calling thread. */
  @FunctionalInterface
  public interface Timed<T> {
    T run() throws IOException;
  }

  /**
   * The times of one type: each phase of all transactions together, microseconds of transactions
   * that had the phase, and the latency of all.
   */
  public record Spent(Map<Phase, Long> nanos, Map<Phase, Histogram> micros, Histogram latency) {
    private static final int DIGITS = 2;
    private static final long NANOS_IN_MICRO = 1_000;

    Spent() {
      this(new EnumMap<>(Phase.class), new EnumMap<>(Phase.class), new Histogram(DIGITS));
    }

    private void add(Map<Phase, Long> spent) {
      spent.forEach(
          (phase, time) -> {
            nanos.merge(phase, time, Long::sum);
            histogram(phase).recordValue(Math.round((double) time / NANOS_IN_MICRO));
          });
      long sum = spent.values().stream().mapToLong(Long::longValue).sum();
      latency.recordValue(Math.round((double) sum / NANOS_IN_MICRO));
    }

    /** All types together. */
    public static Spent sum(Collection<Spent> types) {
      Spent sum = new Spent();
      for (Spent type : types) {
        type.nanos.forEach((phase, time) -> sum.nanos.merge(phase, time, Long::sum));
        type.micros.forEach((phase, times) -> sum.histogram(phase).add(times));
        sum.latency.add(type.latency);
      }
      return sum;
    }

    private Histogram histogram(Phase phase) {
      return micros.computeIfAbsent(phase, first -> new Histogram(DIGITS));
    }

    public long count() {
      return latency.getTotalCount();
    }

    public long totalNanos() {
      return nanos.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Times a business transaction; a failed one is not recorded, because it has no latency. */
  public <T> T time(String type, Timed<T> transaction) throws IOException {
    PhaseClock clock = PhaseClock.start();
    boolean isComplete = false;
    try {
      T result = transaction.run();
      isComplete = true;
      return result;
    } finally {
      Map<Phase, Long> spent = clock.stop();
      if (isComplete) {
        add(type, spent);
      }
    }
  }

  private synchronized void add(String type, Map<Phase, Long> spent) {
    types.computeIfAbsent(type, first -> new Spent()).add(spent);
  }

  /** The times since the last call. */
  public synchronized Map<String, Spent> take() {
    Map<String, Spent> taken = types;
    types = new TreeMap<>();
    return taken;
  }
}
