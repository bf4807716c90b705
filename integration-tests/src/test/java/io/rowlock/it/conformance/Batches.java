package io.rowlock.it.conformance;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Performs a batch; its answer consists of the slots and the outcome. */
record Batches(List<Row> actions) {

  Object plainly(Table table) throws InterruptedException {
    Object[] results = new Object[actions.size()];
    String end = "ended";
    try {
      table.batch(actions, results);
    } catch (IOException failed) {
      end = Answer.of(failed);
    }
    return Arrays.asList(end, Answer.of(results));
  }

  /** Also returns the rows that the callback received. */
  Object withCallback(Table table) throws InterruptedException {
    Object[] results = new Object[actions.size()];
    ConcurrentSkipListSet<String> heard = new ConcurrentSkipListSet<>();
    String end = "ended";
    try {
      table.batchCallback(
          actions,
          results,
          (region, row, result) -> heard.add(Bytes.toStringBinary(row) + "=" + Answer.of(result)));
    } catch (IOException failed) {
      end = Answer.of(failed);
    }
    return Arrays.asList(end, Answer.of(results), heard.toString());
  }
}
