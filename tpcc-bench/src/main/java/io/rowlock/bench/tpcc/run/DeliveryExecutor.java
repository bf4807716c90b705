package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.business.Delivery.Delivered;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.DeliveryLine;
import io.rowlock.bench.tpcc.run.Terminal.DeliveryDesk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * Runs Deliveries, at once or from a queue (clause 2.7.2), and notes their outcomes. Thread-safe.
 */
final class DeliveryExecutor implements DeliveryDesk {
  private static final int NANOS_PER_MICRO = 1_000;

  private final boolean isInline;
  private final ExecutorService threads;
  private final Recorder recorder;
  private final List<DeliveryLine> lines = Collections.synchronizedList(new ArrayList<>());

  /** Without threads, a Delivery runs on that of its terminal. */
  DeliveryExecutor(int count, Recorder recorder) {
    this.isInline = count == 0;
    // A pool has no thread before its first task.
    this.threads =
        Executors.newFixedThreadPool(
            Math.max(1, count),
            new ThreadFactoryBuilder().setNameFormat("tpcc-delivery-%d").setDaemon(true).build());
    this.recorder = recorder;
  }

  @Override
  public Execution deliver(Inputs.Delivery input, Function<List<Delivered>, Execution> work) {
    long millis = System.currentTimeMillis();
    long nanos = System.nanoTime();
    Supplier<Execution> noted =
        () -> {
          List<Delivered> delivered = new ArrayList<>();
          Execution execution = work.apply(delivered);
          long micros = (System.nanoTime() - nanos) / NANOS_PER_MICRO;
          boolean failed = !execution.state().isComplete();
          lines.add(DeliveryLine.of(input, millis, delivered, micros, failed));
          return execution;
        };
    if (isInline) {
      return noted.get();
    }
    threads.execute(() -> recorder.background(Kind.DELIVERY, noted.get(), System.nanoTime()));
    return Execution.QUEUED;
  }

  /**
   * Returns when the queue is empty and all is done; no terminal may ask for more. A queue may be
   * long; every Delivery by itself comes to its end.
   */
  List<DeliveryLine> finish() throws IOException {
    threads.shutdown();
    try {
      var unused = threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
    return List.copyOf(lines);
  }

  /** Drops all queued Deliveries. */
  void abort() {
    threads.shutdownNow();
  }
}
