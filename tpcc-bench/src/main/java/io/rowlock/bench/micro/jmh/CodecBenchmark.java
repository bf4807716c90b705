package io.rowlock.bench.micro.jmh;

import io.rowlock.internal.protocol.lock.LockSpecimen;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Locks to bytes and back; an intent holds three values of 100 bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark extends QuickBenchmark {
  private static final int SECONDARIES = 9;

  @Param({"stable", "secondary", "primary"})
  public String lock;

  private LockSpecimen specimen;

  @Setup
  public void prepare() {
    specimen =
        switch (lock) {
          case "stable" -> LockSpecimen.stable();
          case "secondary" -> LockSpecimen.secondary();
          default -> LockSpecimen.primary(SECONDARIES);
        };
  }

  @Benchmark
  public byte[] encode() {
    return specimen.encode();
  }

  @Benchmark
  public Object decode() {
    return specimen.decode();
  }
}
