package io.rowlock.bench.tpcc.result;

/**
 * What became of Deliveries queued by the end of the measured time, the warm-up included.
 *
 * @param waiting at the end of the measured time: much of it means that terminals were answered
 *     faster than the work was done
 * @param completed without a failure, until all were tried
 * @param latency of those queued and done in the measured time, from the queueing to the end
 * @param withinLimit those of {@code latency} that took no longer than 80 s
 * @param skipped Deliveries that found no order in one district at least
 * @param skippedDistricts districts without an order, all together
 */
public record Deliveries(
    long queued,
    long waiting,
    long completed,
    long failed,
    Latency latency,
    long withinLimit,
    long skipped,
    long skippedDistricts,
    long orders) {}
