package io.rowlock.bench.tpcc.business;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Deliveries that terminals have asked for and do not wait for (clause 2.7.2). First come, first
 * served. Thread-safe.
 */
public final class DeliveryQueue {
  private final BlockingQueue<Queued> waiting = new LinkedBlockingQueue<>();
  private final LongAdder queued = new LongAdder();

  /**
   * A Delivery in the queue.
   *
   * @param millis when it was queued, for people
   * @param nanos the same by {@link System#nanoTime}
   */
  public record Queued(Inputs.Delivery input, long millis, long nanos) {}

  /** Answers the terminal: the Delivery has been queued. */
  public void queue(Inputs.Delivery input) {
    queued.increment();
    waiting.add(new Queued(input, System.currentTimeMillis(), System.nanoTime()));
  }

  /** The next one; empty when there is none for so long. */
  public Optional<Queued> next(Duration patience) throws InterruptedException {
    return Optional.ofNullable(waiting.poll(patience.toNanos(), TimeUnit.NANOSECONDS));
  }

  public int waiting() {
    return waiting.size();
  }

  /** How many there have been. */
  public long queued() {
    return queued.sum();
  }
}
