package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/**
 * Reads every row of a database once, in several places at a time. First what is summed up over
 * districts and warehouses, then what the sums are compared with, and in the end all that lies
 * between.
 */
final class Audit {
  private static final int GOODS_AT_ONCE = 10_000;

  private final Layout layout;
  private final Population population;
  private final Scale scale;
  private final Scans scans;
  private final LedgerClaims claims;
  private final Totals totals;
  private final Findings findings;

  /**
   * An audit, for one use.
   *
   * @param findings what is found is added to it
   */
  Audit(Layout layout, Population population, Scans scans, LedgerClaims claims, Findings findings) {
    this.layout = layout;
    this.population = population;
    this.scale = population.origin().scale();
    this.scans = scans;
    this.claims = claims;
    this.totals = new Totals(scale);
    this.findings = findings;
  }

  /** A part of the work. */
  @FunctionalInterface
  private interface Task {
    void run(Findings found) throws IOException;
  }

  void run(Workers workers) throws IOException {
    runAll(workers, districts());
    runAll(workers, sums());
    Findings rest = new Findings();
    new Leftovers(totals, claims).check(rest);
    findings.add(rest);
    runAll(workers, List.of(found -> scans.expectNothingElse(tables(), found)));
  }

  private void runAll(Workers workers, List<Task> tasks) throws IOException {
    workers.forAll(
        tasks,
        task -> {
          Findings found = new Findings();
          task.run(found);
          findings.add(found);
        });
  }

  private List<Task> districts() {
    List<Task> tasks = new ArrayList<>();
    for (int w = 1; w <= scale.warehouses(); w++) {
      for (int d = 1; d <= Scale.DISTRICTS; d++) {
        int warehouse = w;
        int district = d;
        tasks.add(
            found ->
                new DistrictAudit(warehouse, district, population, totals, scans, found)
                    .run(new IndexEntries(layout), claims.of(warehouse, district)));
      }
    }
    return tasks;
  }

  private List<Task> sums() {
    List<Task> tasks = new ArrayList<>();
    for (int w = 1; w <= scale.warehouses(); w++) {
      addStock(tasks, w);
      addCustomers(tasks, w);
      if (layout.copiesItems()) {
        addItems(tasks, w);
      }
      int warehouse = w;
      tasks.add(found -> new WarehouseAudit(warehouse, population, totals, found).run(scans));
    }
    if (!layout.copiesItems()) {
      addItems(tasks, Findings.ALL);
    }
    return tasks;
  }

  private void addCustomers(List<Task> tasks, int w) {
    for (int d = 1; d <= Scale.DISTRICTS; d++) {
      int district = d;
      tasks.add(
          found ->
              new CustomerAudit(w, district, population, totals, found)
                  .run(scans, new IndexEntries(layout)));
    }
  }

  private void addStock(List<Task> tasks, int w) {
    for (int first = 1; first <= scale.items(); first += GOODS_AT_ONCE) {
      int begin = first;
      tasks.add(
          found ->
              new StockAudit(w, population, totals, found).run(scans, begin, lastGoods(begin)));
    }
  }

  private void addItems(List<Task> tasks, int w) {
    for (int first = 1; first <= scale.items(); first += GOODS_AT_ONCE) {
      int begin = first;
      tasks.add(found -> new ItemAudit(w, population, found).run(scans, begin, lastGoods(begin)));
    }
  }

  private int lastGoods(int first) {
    return Math.min(first + GOODS_AT_ONCE - 1, scale.items());
  }

  private List<TableName> tables() {
    return layout.tables(scale.warehouses(), 1).stream().map(TablePlan::name).toList();
  }
}
