package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Table.Titled;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.micro.scale.LockSizes.LockSize;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.Subject.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** How growing transactions are judged and shown. */
record ScaleExperiment(ScalePlan plan) implements Experiment<Subject> {
  private static final Table<Row<Subject>> ROWS =
      new Table<Row<Subject>>()
          .column("part", -56, row -> "  " + row.series().work())
          .column("rows", 5, row -> row.series().rows())
          .column("reg.", 4, row -> row.series().regions())
          .column("thr.", 4, row -> row.series().threads())
          .column("ms+", 4, row -> row.series().delayMillis())
          .column("before", 7, row -> row.series().commitsBefore())
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 us", 9, 0, row -> row.median(Figure.P50_MICROS))
          .number("p99 us", 9, 0, row -> row.median(Figure.P99_MICROS))
          .number("commit us", 9, 0, row -> row.median(Figures.COMMIT_P50_MICROS))
          .column("RPCs/tx", 7, row -> row.text(Figure.RPCS_PER_TX, 1))
          .column("waves", 11, ScaleExperiment::waves)
          .column("failed", 6, row -> row.count(Figure.FAILED));

  /** The name of the sizes in files. */
  static final String LOCKS = "locks";

  private static final Table<LockSize> SIZES =
      new Table<LockSize>()
          .column("size", -24, size -> "  " + size.rows() + " rows, " + size.regions() + " regions")
          .number("at rest a row", 14, 1, LockSize::restPerRow)
          .number("written in all a row", 20, 1, LockSize::writtenPerRow)
          .column("largest", 14, LockSize::largest);

  @Override
  public List<Target> targets(Points<Subject> points) {
    return findings(points).stream().map(Finding::target).filter(Objects::nonNull).toList();
  }

  List<Finding> findings(Points<Subject> points) {
    return plan.parts.stream()
        .filter(PartName::hasPoints)
        .flatMap(name -> name.part().judge(plan, points).stream())
        .toList();
  }

  @Override
  public String title() {
    return "Growing transactions";
  }

  @Override
  public String question() {
    return "What does a transaction cost while everything around it grows? Parts %s, %d rounds"
        .formatted(plan.parts, plan.windows.count());
  }

  @Override
  public String answer(Results<Subject> results) {
    return results.goals() + " Below are all findings.";
  }

  @Override
  public List<Titled<?>> tables(Results<Subject> results) {
    List<Titled<?>> tables = new ArrayList<>();
    for (PartName part : plan.parts) {
      List<Row<Subject>> ofPart = of(part, results.rows());
      if (!ofPart.isEmpty()) {
        tables.add(ROWS.of(part.label(), ofPart));
      }
    }
    List<LockSize> locks = results.others(LOCKS, LockSize.class);
    if (!locks.isEmpty()) {
      tables.add(SIZES.of("lock cells, bytes", locks));
    }
    return tables;
  }

  @Override
  public List<String> sentences(Results<Subject> results) {
    return findings(results.points()).stream()
        .filter(finding -> finding.target() == null)
        .map(Finding::toString)
        .toList();
  }

  private static List<Row<Subject>> of(PartName part, List<Row<Subject>> rows) {
    return rows.stream().filter(row -> row.series().part() == part).toList();
  }

  /** Before the commit and in it. */
  private static String waves(Row<Subject> row) {
    double all = row.median(Figures.WAVES_PER_TX);
    double commit = row.median(Figures.COMMIT_WAVES_PER_TX);
    return all == 0 ? "" : String.format(Locale.ROOT, "%.2f + %.2f", all - commit, commit);
  }
}
