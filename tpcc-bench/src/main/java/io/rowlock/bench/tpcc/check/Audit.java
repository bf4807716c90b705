package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Form.IndexEntries;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * Reads every row of a database once, in several places at a time: first what is summed up over
 * districts and warehouses, then what the sums are compared with, and in the end all that lies
 * between. For one use; adds to the findings.
 */
record Audit(
    Layout layout,
    Population population,
    Scans scans,
    LedgerClaims claims,
    Findings findings,
    Totals totals) {
  private static final int GOODS_AT_ONCE = 10_000;

  Audit(Layout layout, Population population, Scans scans, LedgerClaims claims, Findings findings) {
    this(layout, population, scans, claims, findings, new Totals(population.origin().scale()));
  }

  /** A part of the work. */
  @FunctionalInterface
  private interface Task {
    void run(Scope scope) throws IOException;
  }

  /** A part of the work in its place. */
  private record Placed(int w, int d, Task task) {}

  void run(Workers workers) throws IOException {
    runAll(workers, districts());
    runAll(workers, sums());
    runAll(workers, List.of(new Placed(Findings.ALL, 0, this::checkLeftovers)));
    List<TableName> tables =
        layout.tables(scale().warehouses(), 1).stream().map(TablePlan::name).toList();
    Task rest = scope -> scans.expectNothingElse(tables, scope.findings());
    runAll(workers, List.of(new Placed(Findings.ALL, 0, rest)));
  }

  private Scale scale() {
    return population.origin().scale();
  }

  private void runAll(Workers workers, List<Placed> tasks) throws IOException {
    workers.forAll(
        tasks,
        placed -> {
          Findings found = new Findings();
          placed.task.run(new Scope(placed.w, placed.d, population, totals, scans, found));
          findings.add(found);
        });
  }

  private List<Placed> districts() {
    IndexEntries index = new IndexEntries(layout);
    List<Placed> tasks = new ArrayList<>();
    for (int w = 1; w <= scale().warehouses(); w++) {
      addDistricts(
          tasks,
          w,
          scope -> new DistrictAudit(scope, index, claims.of(scope.w(), scope.d())).run());
    }
    return tasks;
  }

  private List<Placed> sums() {
    IndexEntries index = new IndexEntries(layout);
    List<Placed> tasks = new ArrayList<>();
    for (int w = 1; w <= scale().warehouses(); w++) {
      addGoods(tasks, Relation.STOCK, w);
      addDistricts(tasks, w, scope -> new CustomerAudit(scope).run(index));
      if (layout.copiesItems()) {
        addGoods(tasks, Relation.ITEM, w);
      }
      tasks.add(new Placed(w, 0, Audit::checkWarehouse));
    }
    if (!layout.copiesItems()) {
      addGoods(tasks, Relation.ITEM, Findings.ALL);
    }
    return tasks;
  }

  private static void addDistricts(List<Placed> tasks, int w, Task task) {
    for (int d = 1; d <= Scale.DISTRICTS; d++) {
      tasks.add(new Placed(w, d, task));
    }
  }

  private void addGoods(List<Placed> tasks, Relation relation, int w) {
    for (int first = 1; first <= scale().items(); first += GOODS_AT_ONCE) {
      int begin = first;
      int last = Math.min(first + GOODS_AT_ONCE - 1, scale().items());
      tasks.add(new Placed(w, 0, scope -> new GoodsAudit(scope, relation).run(begin, last)));
    }
  }

  /** The rows of WAREHOUSE of one warehouse, after the sums over its districts. */
  private static void checkWarehouse(Scope scope) throws IOException {
    int w = scope.w();
    Map<Key, Row> found =
        scope.loadedRows(
            KeyRange.of(Relation.WAREHOUSE, w),
            Set.of(Column.W_YTD),
            Keys.warehouse(w),
            Keys.warehouseYtd(w));
    Row year = found.get(Keys.warehouseYtd(w));
    long[] sums = scope.totals().warehouses.of(w);
    boolean isOfDistricts = Cells.is(year, Column.W_YTD, sums[Totals.DISTRICT_YEARS]);
    scope.check(Condition.C1, isOfDistricts, Keys.warehouse(w));
    boolean isOfPayments = Cells.is(year, Column.W_YTD, sums[Totals.WAREHOUSE_PAYMENTS]);
    scope.check(Condition.C8, isOfPayments, Keys.warehouse(w));
    scope.totals().warehouseYears.add(Cells.inSum(year, Column.W_YTD));
  }

  /** Sums over all warehouses, and references to rows that do not exist. */
  private void checkLeftovers(Scope scope) {
    boolean isSame = totals.warehouseYears.sum() == totals.customerPayments.sum();
    scope.check(Condition.E4, isSame, "all of WAREHOUSE and CUSTOMER");
    totals.customers.strays().forEach(new CustomerAudit(scope)::miss);
    totals.stock.strays().forEach((key, sums) -> scope.check(Condition.E2, false, key));
    claims.checkElsewhere(scope.findings());
  }
}
