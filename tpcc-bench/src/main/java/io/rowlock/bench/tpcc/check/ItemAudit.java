package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import java.io.IOException;
import java.util.Set;

/** Items, of which nothing ever changes. */
final class ItemAudit {
  private final int w;
  private final Findings findings;
  private final AsLoaded asLoaded;

  /**
   * For the items of a warehouse.
   *
   * @param w 0 when they are not copied
   */
  ItemAudit(int w, Population population, Findings findings) {
    this.w = w;
    this.findings = findings;
    this.asLoaded = new AsLoaded(population, w, findings);
  }

  /** Those from one to another, both included. */
  void run(Scans scans, int first, int last) throws IOException {
    long expected = first;
    try (AuditedRows rows =
        scans.open(KeyRange.goods(Relation.ITEM, w, first, last + 1L), w, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        miss(expected, row.key().part(1));
        expected = row.key().part(1) + 1;
        asLoaded.check(row, Set.of());
      }
    }
    miss(expected, last + 1L);
  }

  private void miss(long from, long to) {
    for (long i = from; i < to; i++) {
      asLoaded.miss(Keys.item(w, (int) i));
    }
  }
}
