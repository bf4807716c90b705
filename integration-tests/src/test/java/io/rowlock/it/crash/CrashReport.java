package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.crash.Figures.Kind;
import java.util.ArrayList;
import java.util.List;

/** Prints the figures and the verdict of a run. */
final class CrashReport {

  private static final int MOST_FAULTS = 20;

  private final Figures figures;
  private final Evidence evidence;
  private final Verdict verdict;

  CrashReport(Figures figures, Evidence evidence, Verdict verdict) {
    this.figures = figures;
    this.evidence = evidence;
    this.verdict = verdict;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      lines.add(figure(kind.meaning(), figures.of(kind)));
    }
    figures.steps().forEach((where, count) -> lines.add(figure("  ended " + where, count)));
    addTransactions(lines);
    lines.add(figure("lists", evidence.lists().size()));
    lines.add(figure("elements of lists", elements()));
    lines.add(figure("locks left by dead clients", evidence.locksLeft()));
    lines.add(figure("locks left after recovery", evidence.unsettled().size()));
    lines.add(figure("broken promises", verdict.broken().size()));
    lines.add(figure("anomalies of the history", verdict.anomalies().size()));
    verdict.broken().stream().limit(MOST_FAULTS).forEach(lines::add);
    verdict.anomalies().stream().limit(MOST_FAULTS).map(Object::toString).forEach(lines::add);
    return lines;
  }

  private void addTransactions(List<String> lines) {
    lines.add(figure("transactions committed", count(Outcome.OK)));
    lines.add(figure("transactions surely not committed", count(Outcome.FAIL)));
    long told = count(Outcome.INFO) - evidence.open();
    lines.add(figure("transactions with an unknown outcome", told));
    lines.add(figure("transactions whose client died meanwhile", evidence.open()));
  }

  private long count(Outcome outcome) {
    return evidence.transactions().stream().filter(one -> one.outcome() == outcome).count();
  }

  private long elements() {
    return evidence.lists().values().stream().mapToLong(List::size).sum();
  }

  private static String figure(String what, long count) {
    return "%-60s %,9d".formatted(what + ":", count);
  }
}
