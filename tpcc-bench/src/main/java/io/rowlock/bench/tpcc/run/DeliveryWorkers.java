package io.rowlock.bench.tpcc.run;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.tpcc.business.DeferredDelivery.DeliveryQueue;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.run.Terminal.DeliveryDesk;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Threads that carry out queued Deliveries while terminals go on (clause 2.7.2). */
final class DeliveryWorkers implements DeliveryDesk {
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final DeliveryQueue queue = new DeliveryQueue();
  private final DeliveryOffice office;
  private final Recorder recorder;
  private final ExecutorService threads;
  private volatile boolean isClosed;

  DeliveryWorkers(DeliveryOffice office, Recorder recorder, int count) {
    this.office = office;
    this.recorder = recorder;
    this.threads =
        Executors.newFixedThreadPool(
            count,
            new ThreadFactoryBuilder().setNameFormat("tpcc-delivery-%d").setDaemon(true).build());
    for (int i = 0; i < count; i++) {
      threads.execute(this::work);
    }
  }

  @Override
  public Execution deliver(Inputs.Delivery input) {
    queue.queue(input);
    return Execution.QUEUED;
  }

  int waiting() {
    return queue.waiting();
  }

  private void work() {
    try {
      while (true) {
        boolean isLast = isClosed;
        Optional<DeliveryQueue.Queued> next = queue.next(PATIENCE);
        if (next.isPresent()) {
          Execution execution = office.deliver(next.get());
          recorder.background(Kind.DELIVERY, execution, System.nanoTime());
        } else if (isLast) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when the queue is empty and all is done; no terminal may ask for more. */
  void finish() throws InterruptedException {
    isClosed = true;
    threads.shutdown();
    while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
      // A queue may be long; every Delivery by itself comes to its end.
    }
  }

  /** Gives up what is queued. */
  void abort() {
    threads.shutdownNow();
  }
}
