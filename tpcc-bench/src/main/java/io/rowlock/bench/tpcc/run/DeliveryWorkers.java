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
import picocli.CommandLine.TypeConversionException;

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

  /**
   * Who carries out Deliveries.
   *
   * @param threads beside those of the terminals; 0 when terminals do it themselves, {@link
   *     #BY_THREADS} when their number depends on the terminals'
   */
  record DeliveryPlan(int threads) {
    static final DeliveryPlan INLINE = new DeliveryPlan(0);
    static final DeliveryPlan QUEUE = new DeliveryPlan(DeliveryPlan.BY_THREADS);

    private static final int BY_THREADS = -1;

    /** A Delivery is about a quarter of the work of a deck of 23. */
    private static final int THREADS_FOR_EACH = 3;

    private static final String QUEUED = "queue";

    static DeliveryPlan parse(String text) {
      if (text.equals("inline")) {
        return INLINE;
      }
      if (text.equals(QUEUED)) {
        return QUEUE;
      }
      if (text.matches(QUEUED + ":[1-9]\\d{0,3}")) {
        return new DeliveryPlan(Integer.parseInt(text.substring(QUEUED.length() + 1)));
      }
      throw new TypeConversionException(
          "'" + text + "' is neither inline, queue nor queue:THREADS");
    }

    /** How many it takes beside so many threads of terminals. */
    DeliveryPlan beside(int terminalThreads) {
      int enough = (terminalThreads + THREADS_FOR_EACH - 1) / THREADS_FOR_EACH;
      return threads == BY_THREADS ? new DeliveryPlan(enough) : this;
    }
  }
}
