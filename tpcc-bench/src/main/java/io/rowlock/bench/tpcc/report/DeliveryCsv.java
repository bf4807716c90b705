package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.DeferredDelivery;
import java.util.stream.Collectors;

/** {@code delivery.csv}: the result file of clause 2.7.2.2. Thread-safe. */
public final class DeliveryCsv {
  static final String FILE = "delivery.csv";
  static final String HEADER = "queued_millis,w,carrier,orders,skipped,done_millis,outcome";

  private final StringBuilder lines = new StringBuilder(HEADER).append('\n');

  /** Orders are written as {@code d:o}, and lists with spaces. */
  public synchronized void add(DeferredDelivery.Completed completed) {
    String orders =
        completed.delivered().stream()
            .map(order -> order.d() + ":" + order.o())
            .collect(Collectors.joining(" "));
    String skipped =
        completed.skipped().stream().map(String::valueOf).collect(Collectors.joining(" "));
    lines.append(
        "%d,%d,%d,%s,%s,%d,%s\n"
            .formatted(
                completed.queued().millis(),
                completed.queued().input().w(),
                completed.queued().input().carrier(),
                orders,
                skipped,
                completed.millis(),
                completed.failure() == null ? "DONE" : "FAILED"));
  }

  @Override
  public synchronized String toString() {
    return lines.toString();
  }
}
