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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Slower requests, so that sequential waits determine the latency, and not this machine. */
final class DelayPart implements Part {
  private static final int REGIONS = 4;
  private static final int WRITTEN = 20;
  private static final int READ = 10;
  private static final double MOST_DELAYS = 3.5;

  private static final Subject ONE_ROW = Subject.of(PartName.DELAY, "1 row read and written");
  private static final Subject TRANSFER =
      Subject.of(PartName.DELAY, "transfer, 2 regions").rows(2).regions(2);
  private static final Subject READ_ONLY =
      Subject.of(PartName.DELAY, "10 rows read").rows(0).regions(REGIONS);
  private static final Subject ALL_READ =
      Subject.of(PartName.DELAY, "20 read and written, 10 more read")
          .rows(WRITTEN)
          .regions(REGIONS);
  private static final Subject UNREAD = ALL_READ.work("20 written without reading, 10 others read");
  private static final List<Subject> ALL = List.of(ONE_ROW, TRANSFER, READ_ONLY, ALL_READ, UNREAD);
  private static final Set<Subject> JUDGED = Set.of(ALL_READ, UNREAD);

  @Override
  public List<Point<Subject>> measure(Lab lab) throws IOException {
    ScaleTable table = lab.table("delay", REGIONS);
    Map<Subject, Task> tasks =
        Map.of(
            ONE_ROW,
            lab.alone(table, Keys.readAndWritten(table, 1, 1), Reading.AT_ONCE),
            TRANSFER,
            lab.alone(table, Keys.readAndWritten(table, 2, 2), Reading.ONE_BY_ONE),
            READ_ONLY,
            lab.alone(table, Keys.read(table, READ, REGIONS), Reading.AT_ONCE),
            ALL_READ,
            lab.alone(
                table,
                Keys.readAndWrittenAndOthersRead(table, WRITTEN, READ, REGIONS),
                Reading.AT_ONCE),
            UNREAD,
            lab.alone(
                table, Keys.writtenAndOthersRead(table, WRITTEN, READ, REGIONS), Reading.AT_ONCE));
    List<Case> cases = new ArrayList<>();
    for (int delay : lab.plan().delays) {
      for (Subject subject : ALL) {
        Task task = Objects.requireNonNull(tasks.get(subject));
        cases.add(new Case(subject.delayMillis(delay), task));
      }
    }
    return lab.measure(cases);
  }

  @Override
  public List<Finding> judge(ScalePlan plan, Points<Subject> points) {
    List<Finding> findings = new ArrayList<>();
    for (int delay : plan.delays) {
      for (Subject subject : ALL) {
        judge(subject.delayMillis(delay), points, findings);
      }
    }
    return findings;
  }

  private static void judge(Subject subject, Points<Subject> points, List<Finding> findings) {
    if (subject.delayMillis() == 0) {
      return;
    }
    String what = subject.work() + ", " + subject.delayMillis() + " ms more: ";
    Optional<Spread> commit = delays(points, subject, Figures.COMMIT_P50_MICROS);
    if (JUDGED.contains(subject.delayMillis(0))) {
      boolean haveSettled = points.haveSettled(List.of(subject, subject.delayMillis(0)));
      Finding.judge(findings, MOST_DELAYS, what + "delays in commit()", commit, haveSettled);
    } else {
      Finding.note(findings, what + "delays in commit()", commit);
    }
    Finding.note(findings, what + "delays in all", delays(points, subject, Figure.P50_MICROS));
    Finding.note(
        findings,
        what + "waves counted in commit()",
        points.spread(subject, Figures.COMMIT_WAVES_PER_TX));
  }

  /** The added latency of a subject, as a multiple of the really added delay. */
  static Optional<Spread> delays(Points<Subject> points, Subject delayed, Figure micros) {
    return points.compare(
        delayed,
        delayed.delayMillis(0),
        (slow, fast) -> (slow.get(micros) - fast.get(micros)) / slow.get(Figures.ADDED_MICROS));
  }
}
