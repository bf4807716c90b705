package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Carries out queued Deliveries. Thread-safe. */
public final class DeferredDelivery {
  private final Client client;
  private final DeliveryHints hints;
  private final List<List<Integer>> groups;

  /**
   * What carries out Deliveries.
   *
   * @param transactions database transactions for each, 1 or 10
   */
  public DeferredDelivery(Client client, DeliveryHints hints, int transactions) {
    this.client = client;
    this.hints = hints;
    List<Integer> districts = IntStream.rangeClosed(1, Scale.DISTRICTS).boxed().toList();
    this.groups =
        switch (transactions) {
          case 1 -> List.of(districts);
          case Scale.DISTRICTS -> districts.stream().map(List::of).toList();
          default ->
              throw new IllegalArgumentException(
                  "A Delivery is 1 or 10 transactions, not " + transactions);
        };
  }

  /**
   * What became of a Delivery: a line of the result file (clause 2.7.2.2).
   *
   * @param skipped districts without an undelivered order
   * @param failure what has ended it early, or null
   */
  public record Completed(
      DeliveryQueue.Queued queued,
      List<Delivery.Delivered> delivered,
      List<Integer> skipped,
      int attempts,
      long millis,
      long nanos,
      @Nullable IOException failure) {

    /** From the queueing to the end. */
    public long nanosSinceQueued() {
      return nanos - queued.nanos();
    }
  }

  public Completed run(DeliveryQueue.Queued queued) {
    List<Delivery.Delivered> delivered = new ArrayList<>();
    List<Integer> skipped = new ArrayList<>();
    int attempts = 0;
    IOException failure = null;
    try {
      for (List<Integer> districts : groups) {
        Ended<List<Delivery.Delivered>> ended = run(queued.input(), districts);
        attempts += ended.attempts();
        delivered.addAll(ended.result());
        districts.stream().filter(d -> isMissing(d, ended.result())).forEach(skipped::add);
      }
    } catch (IOException e) {
      failure = e;
    }
    return new Completed(
        queued,
        List.copyOf(delivered),
        List.copyOf(skipped),
        attempts,
        System.currentTimeMillis(),
        System.nanoTime(),
        failure);
  }

  private Ended<List<Delivery.Delivered>> run(Inputs.Delivery input, List<Integer> districts)
      throws IOException {
    Delivery delivery = new Delivery(input, districts, hints, System.currentTimeMillis());
    Ended<List<Delivery.Delivered>> ended = client.run(delivery);
    delivery.noteForNext(ended.result());
    return ended;
  }

  private static boolean isMissing(int d, List<Delivery.Delivered> delivered) {
    return delivered.stream().noneMatch(order -> order.d() == d);
  }

  /**
   * Deliveries that terminals have asked for and do not wait for (clause 2.7.2). First come, first
   * served. Thread-safe.
   */
  public static final class DeliveryQueue {
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
}
