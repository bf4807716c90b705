package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.operations.LockResolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a check: locks left over by their outcome, the ledger if there was one, and a line
 * for each condition and warehouse.
 */
public record CheckResult(
    String layout,
    String scale,
    Map<LockResolution.Outcome, Long> settledLocks,
    @Nullable LedgerCounts ledger,
    List<CheckLine> lines) {

  static CheckResult of(
      Database database,
      Map<LockResolution.Outcome, Long> settled,
      LedgerClaims claims,
      Findings findings) {
    return new CheckResult(
        database.layout().name(),
        database.origin().scale().toString(),
        Map.copyOf(settled),
        claims.isGiven() ? claims.counts() : null,
        findings.lines());
  }

  public boolean isPassed() {
    return failed().isEmpty();
  }

  /** The lines of broken conditions. */
  public List<CheckLine> failed() {
    return lines.stream().filter(line -> !line.isPassed()).toList();
  }

  /**
   * For people: a line for each condition and warehouse, keys where it is broken, and a summary.
   */
  public List<String> text() {
    List<String> text = new ArrayList<>();
    text.add("Locks left over: " + (settledLocks.isEmpty() ? "none" : settledLocks));
    if (ledger != null) {
      text.add("The " + ledger);
    }
    for (CheckLine line : lines) {
      text.add(line.toString());
      if (!line.isPassed()) {
        text.add("  broken: " + line.condition().meaning());
        line.keys().forEach(key -> text.add("  " + key));
      }
    }
    text.add(summary());
    return List.copyOf(text);
  }

  /** Counts lines; in vacuous ones the condition was vacuous for all rows. */
  public String summary() {
    long vacuous =
        lines.stream().filter(line -> line.rows() > 0 && line.vacuous() == line.rows()).count();
    int failed = failed().size();
    return "SUMMARY passed=%d failed=%d vacuous=%d"
        .formatted(lines.size() - failed, failed, vacuous);
  }

  /**
   * Entries of ledgers that must be there, must not, or may be there or not, and rows since the
   * load in no ledger.
   */
  public record LedgerCounts(long committed, long absent, long unknown, long unlisted) {
    static final LedgerCounts NONE = new LedgerCounts(0, 0, 0, 0);
    static final LedgerCounts UNLISTED = new LedgerCounts(0, 0, 0, 1);

    /** The outcome of one line. */
    static LedgerCounts of(Ledger.Outcome outcome) {
      return switch (outcome) {
        case COMMITTED -> new LedgerCounts(1, 0, 0, 0);
        case UNKNOWN -> new LedgerCounts(0, 0, 1, 0);
        case ROLLED_BACK, FAILED -> new LedgerCounts(0, 1, 0, 0);
      };
    }

    LedgerCounts plus(LedgerCounts other) {
      return new LedgerCounts(
          committed + other.committed,
          absent + other.absent,
          unknown + other.unknown,
          unlisted + other.unlisted);
    }

    /** The lines for users. */
    @Override
    public String toString() {
      return "ledger: %d committed, %d rolled back or failed, %d unknown, %d rows in no ledger"
          .formatted(committed, absent, unknown, unlisted);
    }
  }

  /**
   * The result of a condition in a warehouse, or in the whole database for 0. Vacuous rows say
   * little: a sum of nothing, or a district without undelivered orders. Some keys show where it is
   * broken.
   */
  public record CheckLine(
      Condition condition, int w, long rows, long vacuous, long broken, List<String> keys) {

    public boolean isPassed() {
      return broken == 0;
    }

    /** A line such as {@code Check 3.3.2.6 W=1 PASSED rows=30000 vacuous=0}. */
    @Override
    public String toString() {
      return "Check %s W=%s %s rows=%d vacuous=%d%s"
          .formatted(
              condition.id(),
              w == 0 ? "all" : w,
              isPassed() ? "PASSED" : "FAILED",
              rows,
              vacuous,
              isPassed() ? "" : " broken=" + broken);
    }
  }
}
