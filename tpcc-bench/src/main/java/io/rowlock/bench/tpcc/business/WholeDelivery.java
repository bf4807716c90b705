package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Runs Deliveries of all districts of a warehouse. Thread-safe. */
public final class WholeDelivery {
  private final Client client;
  private final DeliveryHints hints;
  private final List<List<Integer>> groups;

  /** Runs each Delivery in 1 or 10 database transactions. */
  public WholeDelivery(Client client, DeliveryHints hints, int transactions) {
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
   * Adds what was delivered, even if a later transaction fails; districts without an undelivered
   * order are skipped.
   */
  public Ended<?> run(Inputs.Delivery input, List<Delivery.Delivered> delivered)
      throws IOException {
    int attempts = 0;
    for (List<Integer> districts : groups) {
      Ended<List<Delivery.Delivered>> ended = deliver(input, districts);
      attempts += ended.attempts();
      delivered.addAll(ended.result());
    }
    return new Ended<>(delivered, false, attempts);
  }

  private Ended<List<Delivery.Delivered>> deliver(Inputs.Delivery input, List<Integer> districts)
      throws IOException {
    Delivery delivery = new Delivery(input, districts, hints, System.currentTimeMillis());
    Ended<List<Delivery.Delivered>> ended = client.run(delivery);
    delivery.noteForNext(ended.result());
    return ended;
  }
}
