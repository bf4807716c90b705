package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Subject.Figures;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Growing transactions in one region and in four, and the smallest transfer. */
final class RowsPart implements Part {
  private static final int REGIONS = 4;
  private static final int JUDGED_ROWS = 20;
  private static final double MOST_OF_A_BATCH = 1.5;
  private static final double MOST_OF_A_PLAIN_TRANSFER = 1.1;

  private static final Subject UNREAD = Subject.of(PartName.ROWS, "tx, rows not read");
  private static final Subject READ = Subject.of(PartName.ROWS, "tx, rows read before");
  private static final Subject PUTS = Subject.of(PartName.ROWS, "plain batch of puts");
  private static final Subject TRANSFER =
      Subject.of(PartName.ROWS, "tx, transfer").rows(2).regions(2);
  private static final Subject PLAIN_TRANSFER = TRANSFER.work("plain gets and puts of a transfer");

  @Override
  public List<Point<Subject>> measure(Lab lab) throws IOException {
    ScaleTable table = lab.table("rows", REGIONS);
    List<Case> cases = new ArrayList<>();
    for (int rows : lab.plan().rows) {
      cases.add(transaction(lab, table, READ.rows(rows)));
      cases.add(transaction(lab, table, UNREAD.rows(rows)));
      cases.add(puts(lab, table, PUTS.rows(rows)));
      if (rows >= REGIONS) {
        cases.add(transaction(lab, table, UNREAD.rows(rows).regions(REGIONS)));
        cases.add(puts(lab, table, PUTS.rows(rows).regions(REGIONS)));
      }
    }
    Keys.Choice two = Keys.readAndWritten(table, 2, 2);
    cases.add(new Case(TRANSFER, lab.transaction(table, two, Reading.ONE_BY_ONE)));
    cases.add(new Case(PLAIN_TRANSFER, lab.plain(table, two, false)));
    return lab.measure(cases);
  }

  @Override
  public List<Finding> judge(ScalePlan plan, Points<Subject> points) {
    List<Finding> findings = new ArrayList<>();
    for (int rows : plan.rows) {
      String name = rows + (rows == 1 ? " row" : " rows") + " in one region, p50 of ";
      Subject puts = PUTS.rows(rows);
      Optional<Spread> commit =
          points.ratio(READ.rows(rows), Figures.COMMIT_P50_MICROS, puts, Figure.P50_MICROS);
      if (rows == JUDGED_ROWS) {
        Finding.judge(
            findings,
            MOST_OF_A_BATCH,
            name + "commit() / a batch of puts",
            commit,
            points.haveSettled(List.of(READ.rows(rows), puts)));
      } else {
        Finding.note(findings, name + "commit() / a batch of puts", commit);
      }
      Finding.note(
          findings,
          name + "tx, not read / a batch of puts",
          points.ratio(UNREAD.rows(rows), puts, Figure.P50_MICROS));
    }
    Finding.judge(
        findings,
        MOST_OF_A_PLAIN_TRANSFER,
        "transfer over two regions, p50 of tx / two gets and two puts",
        points.ratio(TRANSFER, PLAIN_TRANSFER, Figure.P50_MICROS),
        points.haveSettled(List.of(TRANSFER, PLAIN_TRANSFER)));
    return findings;
  }

  private static Case transaction(Lab lab, ScaleTable table, Subject subject) {
    Keys.Choice choice =
        subject.work().equals(READ.work())
            ? Keys.readAndWritten(table, subject.rows(), subject.regions())
            : Keys.written(table, subject.rows(), subject.regions());
    return new Case(subject, lab.transaction(table, choice, Reading.AT_ONCE));
  }

  private static Case puts(Lab lab, ScaleTable table, Subject subject) {
    Keys.Choice choice = Keys.written(table, subject.rows(), subject.regions());
    return new Case(subject, lab.plain(table, choice, true));
  }
}
