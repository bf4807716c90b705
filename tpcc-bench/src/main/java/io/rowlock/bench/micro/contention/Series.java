package io.rowlock.bench.micro.contention;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Point.SeriesKey;

/** The key of a series: a kind of work, and its threads in all clients together. */
record Series(Kind kind, int threads) implements SeriesKey {
  static final Figure ATTEMPTS_PER_TX = Figure.spread("attemptsPerTx");

  /** The fewest commits in any second of the window; for audits only. */
  static final Figure FEWEST_PER_SECOND = new Figure("fewestPerSecond", Summary.LEAST);

  @Override
  public String toString() {
    return kind + ", " + threads + (threads == 1 ? " thread" : " threads");
  }

  /** The work of the threads. */
  enum Kind {
    /** Gets the counter and puts it with one more. */
    READ_MODIFY_WRITE("read-modify-write"),
    /** An increment without a result. */
    BLIND("blind increment"),
    /** Two accounts read and written. */
    TRANSFERS("transfers"),
    /** All accounts read at once. */
    AUDITS("audits");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    @JsonValue
    @Override
    public String toString() {
      return label;
    }
  }
}
