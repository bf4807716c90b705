package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Delivery.Delivered;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableMap;

/**
 * The outcome of a Delivery: a line of the result file (clause 2.7.2.2).
 *
 * @param orders the delivered ones, O_ID by D_ID
 * @param micros from the queueing to the end
 * @param failed a failure has ended it early
 */
public record DeliveryLine(
    long queuedMillis, int w, int carrier, Map<Integer, Long> orders, long micros, boolean failed) {

  public static DeliveryLine of(
      Inputs.Delivery input, long millis, List<Delivered> delivered, long micros, boolean failed) {
    Map<Integer, Long> orders =
        delivered.stream().collect(ImmutableMap.toImmutableMap(Delivered::d, Delivered::o));
    return new DeliveryLine(millis, input.w(), input.carrier(), orders, micros, failed);
  }

  long doneMillis() {
    return queuedMillis + TimeUnit.MICROSECONDS.toMillis(micros);
  }

  /** Districts that had no undelivered order; none are known after a failure. */
  List<Integer> skipped() {
    return IntStream.rangeClosed(1, failed ? 0 : Scale.DISTRICTS)
        .filter(d -> !orders.containsKey(d))
        .boxed()
        .toList();
  }
}
