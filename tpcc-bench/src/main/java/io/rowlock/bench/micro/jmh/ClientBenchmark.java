package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a transaction costs the client itself: whole ones, on a store that costs next to nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ClientBenchmark extends QuickBenchmark {
  private static final TableName TABLE = TableName.valueOf("accounts");
  private static final ProtocolSettings SETTINGS =
      new ProtocolSettings(
          Duration.ofSeconds(5), Duration.ofSeconds(1), 10_000, 10_000_000, true, 100);
  private static final TransactionLimits LIMITS = new TransactionLimits(10_000, 10_000_000);
  private static final int VALUE_BYTES = 100;

  @Param({"1x1", "10x1", "50x1", "10x4"})
  public String shape;

  private final ThinStore store = new ThinStore();
  private final SplittableRandom random = new SplittableRandom(1);
  private final LockProtocol protocol =
      new LockProtocol(
          store,
          store,
          // What is to happen later, such as a beat, never does: all is done long before.
          new Environment(new WallClock(), (delay, task) -> {}, random::nextLong),
          SETTINGS);
  private List<Put> puts = List.of();
  private List<Get> gets = List.of();
  private final ReadSet readSet = new ReadSet();

  @Setup
  public void prepare() {
    Shape rows = Shape.of(shape);
    List<RowRead> reads = new ArrayList<>();
    puts = new ArrayList<>();
    gets = new ArrayList<>();
    for (int i = 0; i < rows.rows(); i++) {
      byte[] key = Bytes.toBytes(String.format("%d-%08d", i % rows.regions(), i));
      byte[] column = Bytes.toBytes("v");
      puts.add(new Put(key).addColumn(BenchTable.FAMILY, column, new byte[VALUE_BYTES]));
      gets.add(new Get(key).addColumn(BenchTable.FAMILY, column));
      reads.add(RowRead.lockOf(new RowKey(TABLE, key)));
    }
    var unused = write(begin());
    for (DecidedRow row : done(protocol.read(reads, Reservation.NONE))) {
      readSet.addRow(row);
    }
  }

  @Benchmark
  public Object writeUnreadRows() {
    return write(begin());
  }

  @Benchmark
  public Object readAndWriteRows() {
    ActiveTransaction transaction = begin();
    var unused = done(transaction.reads().getAll(TABLE, gets));
    return write(transaction);
  }

  @Benchmark
  public Object readRows() {
    ActiveTransaction transaction = begin();
    var unused = done(transaction.reads().getAll(TABLE, gets));
    return done(transaction.commit().thenApply(nothing -> transaction));
  }

  /** Of a read set alone. */
  @Benchmark
  public Object validateRows() {
    return done(
        protocol
            .validate(readSet, Reservation.NONE, TransactionObserver.NONE)
            .thenApply(nothing -> readSet));
  }

  private ActiveTransaction begin() {
    TransactionId id = TransactionId.fresh(random::nextLong);
    return new ActiveTransaction(
        protocol, id, System.currentTimeMillis(), LIMITS, TransactionObserver.NONE);
  }

  private ActiveTransaction write(ActiveTransaction transaction) {
    return done(
        transaction
            .writeAll(TABLE, puts)
            .thenCompose(nothing -> transaction.commit())
            .thenApply(nothing -> transaction));
  }

  /** The result, which is there already; a failure is thrown. */
  private static <T> T done(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new IllegalStateException("Something waits");
    }
    return future.join();
  }

  /** How many rows a transaction writes, and how many regions contain them. */
  private record Shape(int rows, int regions) {
    /** From {@code "10x4"}: ten rows in four regions. */
    static Shape of(String text) {
      List<String> parts = Splitter.on('x').splitToList(text);
      return new Shape(Integer.parseInt(parts.get(0)), Integer.parseInt(parts.get(1)));
    }
  }

  /** The machine's own. */
  private static final class WallClock implements Clock {
    @Override
    public long currentMillis() {
      return System.currentTimeMillis();
    }

    @Override
    public long monotonicNanos() {
      return System.nanoTime();
    }
  }
}
