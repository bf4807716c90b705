package io.rowlock.bench.scale;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The results as tables for people: medians of the rounds. */
final class TextReport {
  private final PrintWriter out;

  TextReport(PrintWriter out) {
    this.out = out;
  }

  void print(Outcome outcome) {
    for (PartName part : outcome.configuration().parts()) {
      List<Row> rows = outcome.rows().stream().filter(row -> row.subject().part() == part).toList();
      if (!rows.isEmpty()) {
        table(part, rows);
      }
    }
    if (!outcome.locks().isEmpty()) {
      locks(outcome.locks());
    }
    out.println();
    outcome.findings().forEach(out::println);
    out.flush();
  }

  private void table(PartName part, List<Row> rows) {
    out.printf(
        "%n%-56s %5s %4s %4s %4s %4s %7s %9s %9s %9s %9s %7s %11s %6s%n",
        part,
        "rows",
        "reg.",
        "srv.",
        "thr.",
        "ms+",
        "before",
        "tx/s",
        "p50 us",
        "p99 us",
        "commit us",
        "RPCs/tx",
        "waves",
        "failed");
    rows.forEach(this::row);
  }

  private void row(Row row) {
    Subject subject = row.subject();
    out.printf(
        Locale.ROOT,
        "  %-54s %5d %4d %4d %4d %4d %7d %9.1f %9.0f %9.0f %9.0f %7.1f %11s %6d%n",
        subject.work(),
        subject.rows(),
        subject.regions(),
        subject.servers(),
        subject.threads(),
        subject.delayMillis(),
        subject.commitsBefore(),
        row.txPerSecond().median(),
        row.p50Micros().median(),
        row.p99Micros().median(),
        row.commitP50Micros().median(),
        row.rpcsPerTx().median(),
        waves(row),
        row.failed());
  }

  /** Before the commit and in it. */
  private static String waves(Row row) {
    double all = row.wavesPerTx().median();
    double commit = row.commitWavesPerTx().median();
    return all == 0 ? "" : String.format(Locale.ROOT, "%.2f + %.2f", all - commit, commit);
  }

  private void locks(List<LockSize> locks) {
    out.printf(
        "%n%-24s %14s %18s %14s%n",
        "lock cells, bytes", "at rest a row", "written in all a row", "largest");
    for (LockSize size : locks) {
      out.printf(
          Locale.ROOT,
          "  %-22s %14.1f %18.1f %16d%n",
          size.rows() + " rows, " + size.regions() + " regions",
          size.restPerRow(),
          size.writtenPerRow(),
          size.largest());
    }
  }
}
