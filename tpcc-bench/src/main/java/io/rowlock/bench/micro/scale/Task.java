package io.rowlock.bench.micro.scale;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Wire.Waves;
import io.rowlock.bench.micro.scale.Wire.Waves.Stopwatch;
import io.rowlock.bench.micro.scale.Wire.Waves.Stopwatch.Timing;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** A piece of work that threads repeat. Thread-safe. */
interface Task {
  Timing run(SplittableRandom random) throws IOException;

  /** A task and its subject. */
  record Case(Subject subject, Task task) {}

  /**
   * The same reads and writes without a transaction, all rows written at once or one after another.
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

  /**
   * A transaction that reads, and then writes. If alone, it waits first until nothing is left of
   * the one before.
   */
  record TransactionTask(
      TransactionManager transactions,
      Waves waves,
      TableName table,
      Keys.Choice choice,
      Reading reading,
      boolean isAlone)
      implements Task {

    /** How rows are read. */
    enum Reading {
      AT_ONCE,
      ONE_BY_ONE
    }

    @Override
    public Timing run(SplittableRandom random) throws IOException {
      Keys keys = choice.choose(random);
      List<Get> gets = keys.read().stream().map(ScaleTable::get).toList();
      byte[] value = ScaleTable.value(random);
      List<Put> puts = keys.written().stream().map(key -> ScaleTable.put(key, value)).toList();
      if (isAlone) {
        transactions.drain();
      }
      Stopwatch watch = new Stopwatch(waves);
      transactions.run(
          transaction -> {
            work(transaction, gets, puts);
            watch.commitBegins();
          });
      return watch.stop();
    }

    private void work(Transaction transaction, List<Get> gets, List<Put> puts) throws IOException {
      Table rows = transaction.table(table);
      if (reading == Reading.AT_ONCE && !gets.isEmpty()) {
        check(rows.get(gets));
      } else {
        for (Get get : gets) {
          check(rows.get(get));
        }
      }
      if (!puts.isEmpty()) {
        rows.put(puts);
      }
    }

    /** The table was filled before. */
    static void check(Result... results) throws IOException {
      for (Result result : results) {
        if (result.isEmpty()) {
          throw new IOException("A row is missing");
        }
      }
    }
  }
}
