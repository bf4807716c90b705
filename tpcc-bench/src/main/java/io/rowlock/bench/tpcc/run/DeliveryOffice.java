package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.business.DeferredDelivery;
import io.rowlock.bench.tpcc.business.DeferredDelivery.DeliveryQueue;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunFiles.DeliveryCsv;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import io.rowlock.bench.tpcc.run.Execution.State;
import io.rowlock.bench.tpcc.run.Terminal.DeliveryDesk;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Carries out Deliveries, at once or from the queue, and notes what became of them. Thread-safe.
 */
final class DeliveryOffice implements DeliveryDesk {
  private static final Duration LIMIT = Duration.ofSeconds(80);
  private static final int NANOS_PER_MICRO = 1_000;

  private final DeferredDelivery work;
  private final int transactions;
  private final OperationTimes times;
  private final FailureLog failures;
  private final DeliveryCsv csv = new DeliveryCsv();
  private final Histogram micros = Histograms.empty();
  private long tried;
  private long failed;
  private long withinLimit;
  private long skipped;
  private long skippedDistricts;
  private long orders;

  /**
   * An office.
   *
   * @param transactions database transactions of each Delivery
   */
  DeliveryOffice(
      DeferredDelivery work, int transactions, OperationTimes times, FailureLog failures) {
    this.work = work;
    this.transactions = transactions;
    this.times = times;
    this.failures = failures;
  }

  /** While the terminal waits. */
  @Override
  public Execution deliver(Inputs.Delivery input) {
    long millis = System.currentTimeMillis();
    return deliver(new DeliveryQueue.Queued(input, millis, System.nanoTime()));
  }

  Execution deliver(DeliveryQueue.Queued queued) {
    DeferredDelivery.Completed completed;
    try {
      completed = times.time(Kind.DELIVERY.title(), () -> work.run(queued));
    } catch (IOException | RuntimeException broken) {
      completed = failed(queued, new IOException(broken));
    }
    note(completed);
    IOException failure = completed.failure();
    if (failure != null) {
      failures.note(Kind.DELIVERY, failure);
      return Execution.of(failure);
    }
    int attempts = completed.attempts();
    return new Execution(State.COMPLETED, transactions, attempts, attempts - transactions);
  }

  private static DeferredDelivery.Completed failed(
      DeliveryQueue.Queued queued, IOException failure) {
    return new DeferredDelivery.Completed(
        queued, List.of(), List.of(), 0, System.currentTimeMillis(), System.nanoTime(), failure);
  }

  private synchronized void note(DeferredDelivery.Completed completed) {
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

  DeliveryCsv csv() {
    return csv;
  }

  /** To be called when all were tried. */
  synchronized Deliveries result(long waiting) {
    return new Deliveries(
        tried,
        waiting,
        tried - failed,
        failed,
        Latency.of(micros),
        withinLimit,
        skipped,
        skippedDistricts,
        orders);
  }
}
