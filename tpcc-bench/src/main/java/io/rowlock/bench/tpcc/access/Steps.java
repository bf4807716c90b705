package io.rowlock.bench.tpcc.access;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The work of mode 2pc for business transactions of one kind, attempts that lost included: row
 * operations of each step, and requests if the rows of a table are all on one server.
 */
public record Steps(long transactions, long attempts, long requests, Map<Step, Long> rows) {

  public Steps {
    rows = Map.copyOf(rows);
  }

  /**
   * What is expected of one transaction: touched rows are locked and released, written rows are
   * prepared.
   */
  static Steps expected(long read, long touched, long written) {
    Map<Step, Long> rows = new EnumMap<>(Step.class);
    rows.put(Step.LOCK, touched);
    rows.put(Step.READ, read);
    rows.put(Step.PREPARE, written);
    rows.put(Step.LOG, written > 0 ? 2L : 0L);
    rows.put(Step.RELEASE, touched);
    return new Steps(1, 1, 0, rows);
  }

  /**
   * A New-Order with ten lines of ten items, with WAREHOUSE and DISTRICT in one row each: 23 rows
   * read, 24 written, 36 in all.
   */
  public static Steps expectedOfNewOrder() {
    return expected(23, 36, 24);
  }

  public long rowOperations() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }

  public double rowOperationsPerTransaction() {
    return (double) rowOperations() / transactions;
  }

  public double requestsPerTransaction() {
    return (double) requests / transactions;
  }

  public Steps plus(Steps other) {
    Map<Step, Long> sum = new EnumMap<>(Step.class);
    sum.putAll(rows);
    other.rows.forEach((step, count) -> sum.merge(step, count, Long::sum));
    return new Steps(
        transactions + other.transactions,
        attempts + other.attempts,
        requests + other.requests,
        sum);
  }

  public Steps minus(Steps earlier) {
    Map<Step, Long> difference = new EnumMap<>(Step.class);
    rows.forEach(
        (step, count) -> difference.put(step, count - earlier.rows.getOrDefault(step, 0L)));
    return new Steps(
        transactions - earlier.transactions,
        attempts - earlier.attempts,
        requests - earlier.requests,
        difference);
  }

  /** The steps of mode 2pc with rows, in this order. */
  public enum Step {
    LOCK,
    READ,
    PREPARE,
    /** Of the decision: written, and deleted when it is carried out. */
    LOG,
    /** With what is to be written, if there is something. */
    RELEASE
  }

  /** Counts the steps of mode 2pc for one kind of business transaction. Thread-safe. */
  static final class StepCounter {
    private final LongAdder transactions = new LongAdder();
    private final LongAdder attempts = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final Map<Step, LongAdder> rows = new ConcurrentHashMap<>();

    void attempt() {
      attempts.increment();
    }

    void transaction() {
      transactions.increment();
    }

    /**
     * Counts a part of a step, in groups of rows of a table: a request to each server that has
     * some.
     */
    void count(Step step, int rowOperations, int groups) {
      rows.computeIfAbsent(step, any -> new LongAdder()).add(rowOperations);
      requests.add(groups);
    }

    Steps counts() {
      Map<Step, Long> counts = new EnumMap<>(Step.class);
      for (Step step : Step.values()) {
        counts.put(step, rows.getOrDefault(step, new LongAdder()).sum());
      }
      return new Steps(transactions.sum(), attempts.sum(), requests.sum(), counts);
    }
  }
}
