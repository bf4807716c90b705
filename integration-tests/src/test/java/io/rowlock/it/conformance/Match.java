package io.rowlock.it.conformance;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.conformance.Sequence.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Runs sequences on a plain table and on a transactional one, side by side. Thread-safe, if each
 * thread has its own plain table.
 *
 * @param calls made on each side
 */
record Match(TransactionManager transactions, TableName name, Coverage coverage, LongAdder calls) {

  /** Puts the same rows into both tables. */
  void fill(Table plain, List<Put> puts) throws IOException {
    plain.put(puts);
    transactions.run(tx -> tx.table(name).put(puts));
  }

  /**
   * Runs one sequence, which has the rows of the prefix for itself.
   *
   * @return the difference and the steps before it; empty if there is none
   */
  String play(Table plain, Sequence sequence, String prefix) throws IOException {
    List<String> story = new ArrayList<>();
    Transaction tx = transactions.begin();
    for (Step step : sequence.steps()) {
      if (differs(step, prefix, plain, coverage.counting(tx.table(name)), story)) {
        tx.rollback();
        return String.join("\n", story);
      }
      if (step.commits()) {
        if (!commits(tx, story)) {
          return String.join("\n", story);
        }
        tx = transactions.begin();
      }
    }
    return commits(tx, story) && leaves(plain, prefix, story) ? "" : String.join("\n", story);
  }

  private boolean differs(
      Step step, String prefix, Table plain, Table transactional, List<String> story) {
    Call call = Calls.draw(step.seed(), prefix);
    calls.increment();
    Answer expected = Answer.of(call, plain);
    Clock.tick();
    Answer answer = Answer.of(Calls.draw(step.seed(), prefix), transactional);
    story.add(call.text() + "\n  plain: " + expected + "\n  in tx: " + answer);
    if (!expected.failed()) {
      coverage.used(call.options());
    }
    return !expected.agreesWith(answer);
  }

  private static boolean commits(Transaction tx, List<String> story) {
    try {
      tx.commit();
      story.add("commit");
      return true;
    } catch (IOException failure) {
      story.add("commit fails: " + failure);
      return false;
    }
  }

  /** Whether both tables contain the same in the end. */
  private boolean leaves(Table plain, String prefix, List<String> story) throws IOException {
    String expected = Answer.of(contents(plain, prefix));
    String found =
        transactions.<String, IOException>call(
            later -> Answer.of(contents(later.table(name), prefix)));
    story.add("after the commit\n  plain: " + expected + "\n  in tx: " + found);
    return expected.equals(found);
  }

  private static List<Result> contents(Table table, String prefix) throws IOException {
    List<Result> rows = new ArrayList<>();
    Scan scan = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(prefix));
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(row);
      }
    }
    return rows;
  }
}
