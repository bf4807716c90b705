package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.kit.BenchTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Plain HBase with a cell beside the data that is as large as a lock at rest: in a family of its
 * own, as Rowlock has it, in the family of the data, or nowhere. The difference is what a lock
 * column inside a family of the user's would save.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HBaseLockColumnBenchmark extends QuickBenchmark {
  private static final TableName NAME = TableName.valueOf("rowlock_bench_jmh_lock_column");
  private static final byte[] OWN_FAMILY = "_lock".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DATA = "a".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LOCK = "_l".getBytes(StandardCharsets.US_ASCII);
  private static final int ROWS = 100_000;
  private static final int DATA_BYTES = 100;
  private static final int LOCK_BYTES = 60;

  /** Where the cell is. */
  public enum Place {
    NONE,
    OWN_FAMILY,
    DATA_FAMILY
  }

  @Param public Place lock;

  /** Rows of one request. */
  @Param({"3", "20"})
  public int rows;

  private final Closer closer = Closer.create();
  private final SplittableRandom random = new SplittableRandom(1);
  private final BenchTable benchTable = new BenchTable(NAME);
  private Table table;

  @Setup
  public void open() throws IOException {
    Connection connection = BenchmarkHBase.connect(closer);
    benchTable.createPlain(
        connection,
        new byte[0][],
        ColumnFamilyDescriptorBuilder.of(BenchTable.FAMILY),
        ColumnFamilyDescriptorBuilder.of(OWN_FAMILY));
    closer.register(() -> benchTable.drop(connection));
    benchTable.load(connection, ROWS, this::put);
    table = closer.register(connection.getTable(NAME));
  }

  @TearDown
  public void close() throws IOException {
    closer.close();
  }

  @Benchmark
  public Object read() throws IOException {
    return table.get(someRows().map(this::get).toList());
  }

  @Benchmark
  public Object write() throws IOException {
    List<Put> puts = someRows().map(this::put).toList();
    table.put(puts);
    return puts;
  }

  private Stream<Integer> someRows() {
    return random.ints(rows, 0, ROWS).distinct().boxed();
  }

  private Get get(int row) {
    Get get = new Get(key(row)).addColumn(BenchTable.FAMILY, DATA);
    return lock == Place.NONE ? get : get.addColumn(familyOfLock(), LOCK);
  }

  private Put put(int row) {
    Put put = new Put(key(row)).addColumn(BenchTable.FAMILY, DATA, bytes(DATA_BYTES));
    return lock == Place.NONE ? put : put.addColumn(familyOfLock(), LOCK, bytes(LOCK_BYTES));
  }

  private byte[] familyOfLock() {
    return lock == Place.OWN_FAMILY ? OWN_FAMILY : BenchTable.FAMILY;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] key(int row) {
    return Bytes.toBytes(String.format("%08d", row));
  }
}
