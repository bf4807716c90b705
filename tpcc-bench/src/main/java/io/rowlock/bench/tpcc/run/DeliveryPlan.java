package io.rowlock.bench.tpcc.run;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How Deliveries run: on threads beside those of the terminals, whose number may depend on the
 * terminals', or on the terminals' own.
 */
record DeliveryPlan(int threads) {
  private static final int BY_THREADS = -1;

  /** A Delivery is about a quarter of the work of a deck of 23. */
  private static final int THREADS_FOR_EACH = 3;

  private static final String QUEUED = "queue";
  static final DeliveryPlan INLINE = new DeliveryPlan(0);
  static final DeliveryPlan QUEUE = new DeliveryPlan(BY_THREADS);

  /** Reads the option. */
  static final class Converter implements ITypeConverter<DeliveryPlan> {
    @Override
    public DeliveryPlan convert(String text) {
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
  }

  /** Decides on the number beside so many threads of terminals. */
  DeliveryPlan beside(int terminalThreads) {
    int enough = (terminalThreads + THREADS_FOR_EACH - 1) / THREADS_FOR_EACH;
    return threads == BY_THREADS ? new DeliveryPlan(enough) : this;
  }
}
