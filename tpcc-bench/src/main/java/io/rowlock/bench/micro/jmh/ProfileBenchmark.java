package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.micro.profile.SingleMode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The transactions of {@code bench profile}, by one thread and by eight. The score is the mean time
 * of a transaction; so many threads divided by it are the throughput, as each begins its next
 * transaction when the last one ends. Transactions have much code to compile, hence the long
 * warm-up.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 12, time = 5)
@Measurement(iterations = 5, time = 4)
public class ProfileBenchmark {
  @Param({"practical", "worst-case"})
  public String profile;

  @Param({"1", "4"})
  public int regions;

  @Param({"raw", "raw-batched", "tx", "haeinsa"})
  public String mode;

  @Param("100000")
  public int rows;

  private final Closer closer = Closer.create();
  private SingleMode transactions;

  @Setup
  public void open() throws IOException {
    transactions =
        closer.register(
            SingleMode.open(
                new SingleMode.Setting(profile, mode, regions, rows),
                BenchmarkHBase.connect(closer)));
  }

  /** What one iteration leaves in the background is not the next one's burden. */
  @TearDown(Level.Iteration)
  public void settle() throws IOException {
    transactions.settle();
  }

  @TearDown
  public void close() throws IOException {
    closer.close();
  }

  /** What each thread has for itself. */
  @State(Scope.Thread)
  public static class Terminal {
    private SingleMode.OneThread own;

    @Setup
    public void open(ProfileBenchmark benchmark, ThreadParams thread) throws IOException {
      own = benchmark.transactions.open(thread.getThreadIndex());
    }

    @TearDown
    public void close() throws IOException {
      own.close();
    }
  }

  @Benchmark
  @Threads(1)
  public void oneThread(Terminal terminal) throws IOException {
    terminal.own.run();
  }

  @Benchmark
  @Threads(8)
  public void eightThreads(Terminal terminal) throws IOException {
    terminal.own.run();
  }
}
