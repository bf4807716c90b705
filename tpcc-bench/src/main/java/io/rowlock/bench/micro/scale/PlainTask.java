package io.rowlock.bench.micro.scale;

import io.rowlock.bench.micro.scale.Stopwatch.Timing;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * The same reads and writes without any transaction.
 *
 * @param isBatched whether all rows are written at once, else one after another
 */
record PlainTask(
    Connection connection, Waves waves, TableName name, Keys.Choice choice, boolean isBatched)
    implements Task {

  @Override
  public Timing run(SplittableRandom random) throws IOException {
    Keys keys = choice.choose(random);
    byte[] value = ScaleTable.value(random);
    List<Put> puts = keys.written().stream().map(key -> ScaleTable.put(key, value)).toList();
    try (Table table = connection.getTable(name)) {
      Stopwatch watch = new Stopwatch(waves);
      for (byte[] key : keys.read()) {
        TransactionTask.check(table.get(ScaleTable.get(key)));
      }
      watch.commitBegins();
      write(table, puts);
      return watch.stop();
    }
  }

  private void write(Table table, List<Put> puts) throws IOException {
    if (isBatched) {
      table.put(puts);
      return;
    }
    for (Put put : puts) {
      table.put(put);
    }
  }
}
