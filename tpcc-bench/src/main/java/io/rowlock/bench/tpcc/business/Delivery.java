package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;

/**
 * Clause 2.7, for some districts of a warehouse: the specification allows one database transaction
 * for each district.
 *
 * @param millis OL_DELIVERY_D
 */
public record Delivery(
    Inputs.Delivery input, List<Integer> districts, DeliveryHints hints, long millis)
    implements Work<List<Delivery.Delivered>> {
  /** A delivered order; districts without one are left out. */
  public record Delivered(int w, int d, long o, int c, long amount) {}

  @Override
  public List<Delivered> execute(Access access) throws IOException {
    int w = input.w();
    List<DistrictDelivery> all =
        districts.stream()
            .map(d -> new DistrictDelivery(input, d, hints.of(w, d), millis))
            .toList();
    together(access, all, DistrictDelivery::askByHint);
    together(access, all, DistrictDelivery::askForFirst);
    together(access, all, DistrictDelivery::askForOrder);
    List<DistrictDelivery> found = all.stream().filter(DistrictDelivery::isFound).toList();
    together(access, found, DistrictDelivery::askForContents);
    List<Delivered> delivered = new ArrayList<>();
    for (DistrictDelivery one : found) {
      delivered.add(one.write(access));
    }
    return List.copyOf(delivered);
  }

  /** Called after the transaction succeeded. */
  public void noteForNext(List<Delivered> delivered) {
    delivered.forEach(order -> hints.delivered(order.w(), order.d(), order.o()));
  }

  private static void together(
      Access access, List<DistrictDelivery> districts, BiConsumer<DistrictDelivery, Reads> step)
      throws IOException {
    Reads reads = access.reads();
    districts.forEach(district -> step.accept(district, reads));
    reads.run();
  }

  /**
   * The last order of each district that this process has delivered, or 0. Where the next Delivery
   * looks first, so that it need not pass the tombstones of all orders before; nothing is believed
   * that is not read again. Thread-safe.
   */
  public static final class DeliveryHints {
    private final AtomicLongArray last;

    public DeliveryHints(int warehouses) {
      last = new AtomicLongArray(warehouses * Scale.DISTRICTS);
    }

    long of(int w, int d) {
      return last.get(index(w, d));
    }

    void delivered(int w, int d, long o) {
      last.set(index(w, d), o);
    }

    private static int index(int w, int d) {
      return (w - 1) * Scale.DISTRICTS + d - 1;
    }
  }
}
