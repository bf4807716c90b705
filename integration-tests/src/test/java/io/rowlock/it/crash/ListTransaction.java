package io.rowlock.it.crash;

import io.rowlock.Transaction;
import io.rowlock.history.Step;
import io.rowlock.it.crash.Plan.Move;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Table;

/** Executes a {@link Plan} in one transaction, up to its commit. */
final class ListTransaction {

  private ListTransaction() {}

  /** The executed steps and their results. */
  static List<Step> run(Plan plan, Transaction transaction) throws IOException {
    Table table = transaction.table(ListTable.NAME);
    List<Step> steps = new ArrayList<>();
    for (Move move : plan.moves()) {
      switch (move.how()) {
        case READ -> steps.add(new Step.ReadList(move.key(), ListTable.read(table, move.key())));
        case SCAN -> scan(move, table, steps);
        case REWRITE -> rewrite(plan.id(), move, table, steps);
        case APPEND_BLINDLY -> {
          ListTable.append(table, move.key(), plan.id());
          steps.add(new Step.Append(move.key(), plan.id()));
        }
      }
    }
    return steps;
  }

  private static void scan(Move move, Table table, List<Step> steps) throws IOException {
    Map<String, List<Long>> found = ListTable.scan(table, move.keyBefore(), move.keyAfter());
    for (String key : List.of(move.keyBefore(), move.key())) {
      steps.add(new Step.ReadList(key, found.getOrDefault(key, List.of()), true));
    }
  }

  private static void rewrite(long id, Move move, Table table, List<Step> steps)
      throws IOException {
    List<Long> before = ListTable.read(table, move.key());
    steps.add(new Step.ReadList(move.key(), before));
    ListTable.write(table, move.key(), before, id);
    steps.add(new Step.Append(move.key(), id));
  }
}
