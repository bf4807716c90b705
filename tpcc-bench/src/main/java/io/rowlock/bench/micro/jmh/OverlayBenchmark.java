package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.store.ColumnSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Lays writes over what was read: half of the columns, with values of 100 bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OverlayBenchmark extends QuickBenchmark {
  private static final byte[] ROW = Bytes.toBytes("account-00000001");
  private static final int VALUE_BYTES = 100;

  @Param({"2", "20"})
  public int columns;

  private final List<Cell> stored = new ArrayList<>();
  private Intent intent = Intent.EMPTY;

  @Setup
  public void prepare() {
    Intent.Builder writes = Intent.builder();
    for (int column = 0; column < columns; column++) {
      byte[] name = Bytes.toBytes("column" + (100 + column));
      byte[] value = new byte[VALUE_BYTES];
      stored.add(new KeyValue(ROW, BenchTable.FAMILY, name, 1, value));
      if (column % 2 == 0) {
        writes.put(BenchTable.FAMILY, name, value);
      }
    }
    intent = writes.build();
  }

  @Benchmark
  public List<Cell> overlay() {
    return intent.overlay(ROW, stored, ColumnSelection.ALL, 2);
  }
}
