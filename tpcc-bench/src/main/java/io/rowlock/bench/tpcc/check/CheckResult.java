package io.rowlock.bench.tpcc.check;

import io.rowlock.LockResolution;
import io.rowlock.bench.tpcc.load.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a check has found.
 *
 * @param settledLocks how many locks were left over, by what became of them
 * @param ledger null when there was none
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

  /** The lines that tell of broken conditions. */
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

  /** Counts lines; of the vacuous ones the conditions have said little in all rows. */
  public String summary() {
    long vacuous =
        lines.stream().filter(line -> line.rows() > 0 && line.vacuous() == line.rows()).count();
    int failed = failed().size();
    return "SUMMARY passed=%d failed=%d vacuous=%d"
        .formatted(lines.size() - failed, failed, vacuous);
  }
}
