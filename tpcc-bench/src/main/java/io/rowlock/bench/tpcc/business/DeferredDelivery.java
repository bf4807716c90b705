package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs queued Deliveries. Thread-safe. */
public final class DeferredDelivery {
  private final Client client;
  private final DeliveryHints hints;
  private final List<List<Integer>> groups;

  /** Runs each Delivery in 1 or 10 database transactions. */
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

  /** A Delivery in the queue since a time, in milliseconds and by {@link System#nanoTime}. */
  public record Queued(Inputs.Delivery input, long millis, long nanos) {}

  /**
   * The outcome of a Delivery: a line of the result file (clause 2.7.2.2). Skipped districts had no
   * undelivered order; a failure has ended it early.
   */
  public record Completed(
      Queued queued,
      List<Delivery.Delivered> delivered,
      List<Integer> skipped,
      int attempts,
      long millis,
      long nanos,
      @Nullable IOException failure) {

    /** A Delivery that failed. */
    public static Completed failed(Queued queued, IOException failure) {
      return new Completed(
          queued, List.of(), List.of(), 0, System.currentTimeMillis(), System.nanoTime(), failure);
    }

    /** The time from the queueing to the end. */
    public long nanosSinceQueued() {
      return nanos - queued.nanos();
    }
  }

  public Completed run(Queued queued) {
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
}
