package io.rowlock.bench.micro.contention;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Point.SeriesKey;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The key of a series: a kind of work, its clients, and the threads of each. */
record Series(Kind kind, int clients, int threads) implements SeriesKey {
  static final Figure ATTEMPTS_PER_TX = Figure.spread("attemptsPerTx");

  /** The commits before the end of the window; for audits only. */
  static final Figure COMMITTED_IN_TIME = new Figure("committedInTime", Summary.LEAST);

  /** The fewest commits in any second of the window; for audits only. */
  static final Figure FEWEST_PER_SECOND = new Figure("fewestPerSecond", Summary.LEAST);

  @Override
  public String subject() {
    return kind.toString();
  }

  /** The same work by one thread of one client. */
  Series alone() {
    return new Series(kind, 1, 1);
  }

  /** The same load of another kind. */
  Series of(Kind other) {
    return new Series(other, clients, threads);
  }

  @Override
  public String toString() {
    return kind + ", " + crew() + (threads == 1 ? " thread" : " threads");
  }

  /** Clients and threads. */
  String crew() {
    return (clients == 1 ? "" : clients + " x ") + threads;
  }

  /** The work of the threads. */
  enum Kind {
    /** Gets the counter and puts it with one more. */
    READ_MODIFY_WRITE("read-modify-write"),
    /** An increment without a result. */
    BLIND("blind increment"),
    /** Gets the counter and puts it with one more if it is unchanged, again and again. */
    RAW("raw check-and-put"),
    /** Two accounts read and written. */
    TRANSFERS_ALONE("transfers alone"),
    /** The same beside audits. */
    TRANSFERS("transfers"),
    /** All accounts read by one transaction. */
    AUDITS("audits"),
    /** The same as transfers, beside unvalidated audits. */
    TRANSFERS_BESIDE_UNVALIDATED("transfers beside unvalidated audits"),
    /** All accounts read, each right by itself. */
    UNVALIDATED_AUDITS("unvalidated audits");

    private static final Set<Kind> COUNTERS = EnumSet.of(READ_MODIFY_WRITE, BLIND, RAW);

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** Whether it increments a counter. */
    boolean isCounter() {
      return COUNTERS.contains(this);
    }

    boolean isAudit() {
      return this == AUDITS || this == UNVALIDATED_AUDITS;
    }

    /** The audits beside it; null for none. */
    @Nullable Kind audits() {
      return switch (this) {
        case TRANSFERS -> AUDITS;
        case TRANSFERS_BESIDE_UNVALIDATED -> UNVALIDATED_AUDITS;
        default -> null;
      };
    }

    @JsonValue
    @Override
    public String toString() {
      return label;
    }
  }
}
