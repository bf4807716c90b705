package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.micro.scale.Lab.Sample;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Commits of one row, early in its life and late: versions of its lock pile up in the region
 * server's memory until that is flushed.
 */
final class HotRowPart implements Part {
  private static final int BLOCK = 200;
  private static final int YOUTH = 1_000;
  private static final int TOLD_EVERY = 10_000;
  private static final double MOST_GROWTH = 1.3;

  private static final Subject HOT = Subject.of(PartName.HOT_ROW, "hot row");
  private static final Subject YOUNG =
      HOT.work("another row after a thousand commits, at the same time");

  private final List<Point<Subject>> points = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  @Override
  public List<Point<Subject>> measure(Lab lab) throws IOException {
    ScaleTable table = lab.table("hot_row", 1);
    // A row of its own, before the hot row's life begins.
    lab.settle(List.of(new Case(HOT, task(lab, table, 0))));
    Task hot = task(lab, table, 1);
    int commits = 0;
    int other = 2;
    for (int checkpoint : checkpoints(lab.plan().hotCommits)) {
      Task young = task(lab, table, other++);
      repeat(lab, young, Math.min(YOUTH, checkpoint), 0);
      repeat(lab, hot, checkpoint - commits, commits);
      commits = checkpoint;
      for (int round = 1; round <= lab.plan().windows.count(); round++) {
        points.add(block(HOT.commitsBefore(checkpoint), hot, round));
        points.add(block(YOUNG.commitsBefore(checkpoint), young, round));
        commits += BLOCK;
      }
    }
    return List.copyOf(points);
  }

  @Override
  public List<Finding> judge(ScalePlan plan, Points<Subject> measured) {
    List<Integer> checkpoints = checkpoints(plan.hotCommits);
    int first = checkpoints.get(0);
    int last = checkpoints.get(checkpoints.size() - 1);
    List<Finding> findings = new ArrayList<>();
    Finding.judge(
        findings,
        MOST_GROWTH,
        "hot row, p50 after %d commits / after %d".formatted(last, first),
        measured.ratio(HOT.commitsBefore(last), HOT.commitsBefore(first), Figure.P50_MICROS),
        measured.haveSettled(List.of(HOT.commitsBefore(last), HOT.commitsBefore(first))));
    Finding.note(
        findings,
        "hot row after " + last + " commits / a young row",
        measured.ratio(HOT.commitsBefore(last), YOUNG.commitsBefore(last), Figure.P50_MICROS));
    return findings;
  }

  /** A hundredth, a tenth and all of the commits. */
  static List<Integer> checkpoints(int commits) {
    return List.of(commits / 100, commits / 10, commits);
  }

  private static Task task(Lab lab, ScaleTable table, int row) {
    List<byte[]> key = List.of(ScaleTable.key(row));
    return lab.transaction(table, any -> new Keys(key, key), Reading.AT_ONCE);
  }

  private void repeat(Lab lab, Task task, int times, int before) throws IOException {
    for (int i = 1; i <= times; i++) {
      task.run(random);
      if ((before + i) % TOLD_EVERY == 0) {
        lab.say("hot-row, " + (before + i) + " commits of " + lab.plan().hotCommits);
      }
    }
  }

  private Point<Subject> block(Subject subject, Task task, int round) throws IOException {
    Sample sample = new Sample();
    long begin = System.nanoTime();
    for (int i = 0; i < BLOCK; i++) {
      sample.add(task.run(random));
    }
    double perSecond = BLOCK * 1e9 / (System.nanoTime() - begin);
    return sample.point(subject, round, perSecond, false).with(Figure.FAILED, 0);
  }
}
