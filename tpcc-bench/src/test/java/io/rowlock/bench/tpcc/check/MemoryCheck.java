package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import io.rowlock.bench.tpcc.check.Checker.CheckProgress;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.QuietProgress;
import io.rowlock.bench.tpcc.population.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Checks rows in memory as {@link Checker} checks those of HBase. */
final class MemoryCheck {
  private MemoryCheck() {}

  static List<CheckLine> run(
      Layout layout, Origin origin, RowSource plain, RowSource transactions, List<Path> ledgers)
      throws IOException {
    Findings findings = Checker.startingWith(origin.scale());
    CheckProgress progress = new CheckProgress(new QuietProgress());
    try (Workers workers = new Workers(2)) {
      new Audit(
              layout,
              new Population(origin),
              new Scans(layout, plain, transactions, progress),
              LedgerClaims.read(ledgers, origin.scale()),
              findings)
          .run(workers);
    }
    return findings.lines();
  }
}
