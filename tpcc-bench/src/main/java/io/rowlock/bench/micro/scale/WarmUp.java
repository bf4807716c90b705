package io.rowlock.bench.micro.scale;

import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.TransactionTask.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What comes before the first part: all kinds of work take turns, until the JVM has compiled what
 * client and servers run.
 */
final class WarmUp {
  private static final int REGIONS = 4;
  private static final int THREADS = 8;
  private static final int MANY_ROWS = 20;

  private WarmUp() {}

  static void run(Lab lab) throws IOException {
    ScaleTable table = lab.table("warm_up", REGIONS, 1);
    Keys.Choice two = Keys.readAndWritten(table, 2, 2);
    Keys.Choice many = Keys.readAndWrittenAndOthersRead(table, MANY_ROWS, MANY_ROWS, REGIONS);
    Keys.Choice unread = Keys.written(table, MANY_ROWS, 1);
    Keys.Choice one = Keys.readAndWritten(table, 1, 1);
    List<Task> tasks =
        List.of(
            lab.transaction(table, one, Reading.AT_ONCE),
            lab.transaction(table, two, Reading.ONE_BY_ONE),
            lab.transaction(table, many, Reading.AT_ONCE),
            lab.transaction(table, unread, Reading.AT_ONCE),
            new PlainTask(lab.connection(), lab.waves(), table.name(), unread, true),
            new PlainTask(lab.connection(), lab.waves(), table.name(), two, false));
    List<Case> cases = new ArrayList<>();
    for (Task task : tasks) {
      cases.add(new Case(Subject.of(PartName.ROWS, "warm-up").threads(THREADS), task));
    }
    lab.warmUp(cases);
  }
}
