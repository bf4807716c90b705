package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.micro.jmh.HBaseState.Shape;
import io.rowlock.bench.micro.scale.ScaleTable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Put;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Transactions that write rows they have not read, in one region ("x1") and over four ("x4"). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HBaseCommitBenchmark extends QuickBenchmark {
  @Param({"1x1", "2x1", "10x1", "50x1", "2x4", "10x4", "50x4"})
  public String shape;

  @Benchmark
  public Object commit(HBaseState hbase) throws IOException {
    Shape rows = Shape.of(shape);
    byte[] value = ScaleTable.value(hbase.random());
    List<Put> puts =
        hbase.table().choose(hbase.random(), rows.rows(), rows.regions()).stream()
            .map(key -> ScaleTable.put(key, value))
            .toList();
    hbase.transactions().run(transaction -> transaction.table(hbase.table().name()).put(puts));
    return puts;
  }
}
