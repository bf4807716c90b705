package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Transfers over tables on more and more region servers, by more and more threads. */
final class ServersPart implements Part {
  private static final int REGIONS = 16;

  private static final Subject TRANSFER =
      Subject.of(PartName.SERVERS, "transfer").rows(2).regions(REGIONS);

  @Override
  public List<Point<Subject>> measure(Lab lab) throws IOException {
    List<Case> cases = new ArrayList<>();
    for (int servers : lab.plan().servers()) {
      ScaleTable table = lab.table("servers_" + servers, REGIONS, servers);
      Task transfer = lab.transaction(table, Keys.readAndWritten(table, 2, 2), Reading.ONE_BY_ONE);
      for (int threads : lab.plan().threads()) {
        for (int delay : lab.plan().extremeDelays()) {
          Subject subject = TRANSFER.servers(servers).threads(threads).delayMillis(delay);
          cases.add(new Case(subject, transfer));
        }
      }
    }
    return lab.measure(cases);
  }

  @Override
  public List<Finding> judge(ScalePlan plan, Points<Subject> points) {
    List<Finding> findings = new ArrayList<>();
    int fewest = Collections.min(plan.servers());
    int most = Collections.max(plan.servers());
    if (fewest == most) {
      return findings;
    }
    for (int threads : plan.threads()) {
      for (int delay : plan.extremeDelays()) {
        Subject subject = TRANSFER.threads(threads).delayMillis(delay);
        Finding.note(
            findings,
            "transfers/s at %d threads, %d ms more: with %d servers / with %d"
                .formatted(threads, delay, most, fewest),
            points.ratio(subject.servers(most), subject.servers(fewest), Figure.TX_PER_SECOND));
      }
    }
    return findings;
  }
}
