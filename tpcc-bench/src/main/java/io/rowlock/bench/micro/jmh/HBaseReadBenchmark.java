package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.micro.scale.ScaleTable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Get;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Transactions that only read, from four regions. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HBaseReadBenchmark extends QuickBenchmark {
  private static final int REGIONS = 4;

  @Param({"1", "10"})
  public int rows;

  @Benchmark
  public Object read(HBaseState hbase) throws IOException {
    List<Get> gets =
        hbase.table().choose(hbase.random(), rows, Math.min(rows, REGIONS)).stream()
            .map(ScaleTable::get)
            .toList();
    return hbase
        .transactions()
        .call(transaction -> transaction.table(hbase.table().name()).get(gets));
  }
}
