package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Transfers over tables of more and more regions, by more and more threads. */
final class RegionsPart implements Part {
  private static final double MOST_GROWTH = 1.3;

  private static final Subject ONE_ROW = Subject.of(PartName.REGIONS, "1 row read and written");
  private static final Subject TRANSFER = Subject.of(PartName.REGIONS, "transfer").rows(2);

  @Override
  public List<Point<Subject>> measure(Lab lab) throws IOException {
    List<Case> cases = new ArrayList<>();
    for (int regions : lab.plan().regions()) {
      ScaleTable table = lab.table("regions_" + regions, regions, 1);
      Task one = lab.transaction(table, Keys.readAndWritten(table, 1, 1), Reading.AT_ONCE);
      cases.add(new Case(ONE_ROW.regions(regions), one));
      Keys.Choice two = Keys.readAndWritten(table, 2, Math.min(2, regions));
      Task transfer = lab.transaction(table, two, Reading.ONE_BY_ONE);
      for (int threads : lab.plan().threads()) {
        for (int delay : lab.plan().extremeDelays()) {
          Subject subject = TRANSFER.regions(regions).threads(threads).delayMillis(delay);
          cases.add(new Case(subject, transfer));
        }
      }
    }
    return lab.measure(cases);
  }

  @Override
  public List<Finding> judge(ScalePlan plan, Points<Subject> points) {
    List<Finding> findings = new ArrayList<>();
    List<Integer> counts = plan.regions().stream().sorted().toList();
    flat(ONE_ROW, counts, points, findings);
    // In a single region a transfer is another thing: one request.
    flat(TRANSFER, counts.stream().filter(count -> count > 1).toList(), points, findings);
    return findings;
  }

  private static void flat(
      Subject subject, List<Integer> counts, Points<Subject> points, List<Finding> findings) {
    if (counts.size() < 2) {
      return;
    }
    int fewest = counts.get(0);
    int most = counts.get(counts.size() - 1);
    Finding.judge(
        findings,
        MOST_GROWTH,
        "%s, p50 at 1 thread with %d regions / with %d".formatted(subject.work(), most, fewest),
        points.ratio(subject.regions(most), subject.regions(fewest), Figure.P50_MICROS));
  }
}
