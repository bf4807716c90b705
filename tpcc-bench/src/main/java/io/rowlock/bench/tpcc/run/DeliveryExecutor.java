package io.rowlock.bench.tpcc.run;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.business.DeferredDelivery;
import io.rowlock.bench.tpcc.business.DeferredDelivery.Completed;
import io.rowlock.bench.tpcc.business.DeferredDelivery.Queued;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.RunFiles.DeliveryCsv;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import io.rowlock.bench.tpcc.run.Session.Context;
import io.rowlock.bench.tpcc.run.Terminal.DeliveryDesk;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs Deliveries, at once or from a queue (clause 2.7.2), and counts their outcomes. Thread-safe.
 */
final class DeliveryExecutor implements DeliveryDesk {
  private static final Duration LIMIT = Duration.ofSeconds(80);
  private static final int NANOS_PER_MICRO = 1_000;

  private final DeferredDelivery work;
  private final int transactions;
  private final OperationTimes times;
  private final FailureLog failures;
  private final Recorder recorder;
  private final @Nullable ThreadPoolExecutor threads;
  private final DeliveryCsv csv = new DeliveryCsv();
  private final Histogram micros = Histograms.empty();
  private long tried;
  private long failed;
  private long withinLimit;
  private long skipped;
  private long skippedDistricts;
  private long orders;

  DeliveryExecutor(RunPlan plan, Context context, FailureLog failures, Recorder recorder) {
    this.transactions = plan.options().profile.deliveryTransactions();
    this.work = new DeferredDelivery(context.client(), context.hints(), transactions);
    this.times = context.probe().times();
    this.failures = failures;
    this.recorder = recorder;
    int count = plan.deliveryThreads();
    ThreadFactory factory =
        new ThreadFactoryBuilder().setNameFormat("tpcc-delivery-%d").setDaemon(true).build();
    this.threads =
        count == 0 ? null : (ThreadPoolExecutor) Executors.newFixedThreadPool(count, factory);
  }

  @Override
  public Execution deliver(Inputs.Delivery input) {
    Queued queued = new Queued(input, System.currentTimeMillis(), System.nanoTime());
    if (threads == null) {
      return deliver(queued);
    }
    threads.execute(() -> recorder.background(Kind.DELIVERY, deliver(queued), System.nanoTime()));
    return Execution.QUEUED;
  }

  private Execution deliver(Queued queued) {
    Completed completed;
    try {
      completed = times.time(Kind.DELIVERY.title(), () -> work.run(queued));
    } catch (IOException | RuntimeException broken) {
      completed = Completed.failed(queued, new IOException(broken));
    }
    note(completed);
    failures.note(completed);
    return Execution.of(completed, transactions);
  }

  private synchronized void note(Completed completed) {
    csv.add(completed);
    tried++;
    orders += completed.delivered().size();
    if (completed.failure() != null) {
      failed++;
      return;
    }
    micros.recordValue(completed.nanosSinceQueued() / NANOS_PER_MICRO);
    withinLimit += completed.nanosSinceQueued() <= LIMIT.toNanos() ? 1 : 0;
    skipped += completed.skipped().isEmpty() ? 0 : 1;
    skippedDistricts += completed.skipped().size();
  }

  /**
   * Returns when the queue is empty and all is done; no terminal may ask for more. A queue may be
   * long; every Delivery by itself comes to its end.
   */
  DeliveryCounts finish() throws IOException {
    int waiting = 0;
    if (threads != null) {
      waiting = threads.getQueue().size();
      threads.shutdown();
      try {
        var unused = threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        throw Interruption.of(e);
      }
    }
    return result(waiting);
  }

  private synchronized DeliveryCounts result(long waiting) {
    return new DeliveryCounts(
        tried,
        waiting,
        failed,
        micros,
        withinLimit,
        skipped,
        skippedDistricts,
        orders,
        csv.lines());
  }

  /** Drops all queued Deliveries. */
  void abort() {
    if (threads != null) {
      threads.shutdownNow();
    }
  }
}
