package io.rowlock.bench.tpcc.run;

import picocli.CommandLine.TypeConversionException;

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
    throw new TypeConversionException("'" + text + "' is neither inline, queue nor queue:THREADS");
  }

  /** How many it takes beside so many threads of terminals. */
  DeliveryPlan beside(int terminalThreads) {
    int enough = (terminalThreads + THREADS_FOR_EACH - 1) / THREADS_FOR_EACH;
    return threads == BY_THREADS ? new DeliveryPlan(enough) : this;
  }
}
