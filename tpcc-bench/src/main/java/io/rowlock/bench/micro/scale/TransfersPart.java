package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Transfers by more and more threads, over tables of more and more regions, or on more and more
 * region servers.
 */
record TransfersPart(PartName name) implements Part {
  private static final int REGIONS_ON_SERVERS = 16;
  private static final double MOST_GROWTH = 1.3;

  @Override
  public List<Point<Subject>> measure(Lab lab) throws IOException {
    List<Case> cases = new ArrayList<>();
    if (name == PartName.REGIONS) {
      for (int regions : lab.plan().regions) {
        ScaleTable table = lab.table("regions_" + regions, regions, 1);
        Task one = lab.transaction(table, Keys.readAndWritten(table, 1, 1), Reading.AT_ONCE);
        cases.add(new Case(oneRow().regions(regions), one));
        addTransfers(cases, lab, table, transfer().regions(regions));
      }
    } else {
      for (int servers : lab.plan().servers) {
        ScaleTable table = lab.table("servers_" + servers, REGIONS_ON_SERVERS, servers);
        addTransfers(cases, lab, table, transfer().regions(REGIONS_ON_SERVERS).servers(servers));
      }
    }
    return lab.measure(cases);
  }

  private Subject oneRow() {
    return Subject.of(name, "1 row read and written");
  }

  private Subject transfer() {
    return Subject.of(name, "transfer").rows(2);
  }

  private static void addTransfers(List<Case> cases, Lab lab, ScaleTable table, Subject subject) {
    Keys.Choice two = Keys.readAndWritten(table, 2, Math.min(2, table.regions()));
    Task transfer = lab.transaction(table, two, Reading.ONE_BY_ONE);
    for (int threads : lab.plan().threads) {
      for (int delay : lab.plan().extremeDelays()) {
        cases.add(new Case(subject.threads(threads).delayMillis(delay), transfer));
      }
    }
  }

  @Override
  public List<Finding> judge(ScalePlan plan, Points<Subject> points) {
    List<Finding> findings = new ArrayList<>();
    if (name == PartName.REGIONS) {
      List<Integer> counts = plan.regions.stream().sorted().toList();
      flat(oneRow(), counts, points, findings);
      // In a single region a transfer is another thing: one request.
      flat(transfer(), counts.stream().filter(count -> count > 1).toList(), points, findings);
    } else {
      int fewest = Collections.min(plan.servers);
      int most = Collections.max(plan.servers);
      for (int threads : fewest == most ? List.<Integer>of() : plan.threads) {
        for (int delay : plan.extremeDelays()) {
          Subject subject =
              transfer().regions(REGIONS_ON_SERVERS).threads(threads).delayMillis(delay);
          Finding.note(
              findings,
              "transfers/s at %d threads, %d ms more: with %d servers / with %d"
                  .formatted(threads, delay, most, fewest),
              points.ratio(subject.servers(most), subject.servers(fewest), Figure.TX_PER_SECOND));
        }
      }
    }
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
