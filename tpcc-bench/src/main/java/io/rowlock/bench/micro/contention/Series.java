package io.rowlock.bench.micro.contention;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Point.SeriesKey;

/** So many threads that do the same. */
record Series(Kind kind, int threads) implements SeriesKey {
  static final Figure ATTEMPTS_PER_TX = Figure.spread("attemptsPerTx");

  /** Committed in the poorest second of the window; of audits only. */
  static final Figure FEWEST_PER_SECOND = new Figure("fewestPerSecond", Summary.LEAST);

  @Override
  public String toString() {
    return kind + ", " + threads + (threads == 1 ? " thread" : " threads");
  }

  /** What threads do. */
  enum Kind {
    /** Get the counter, put it back with one more. */
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
