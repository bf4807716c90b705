package io.rowlock.bench.tpcc.report;

/**
 * All business transactions together.
 *
 * @param seconds the measured time
 * @param transactions completed ones
 * @param nopm New-Orders a minute, as the driver has counted them, rolled back ones included
 * @param nopmDatabase the same by D_NEXT_O_ID: orders made between the beginning and the end of the
 *     measured time, to which those rolled back are added
 * @param reads gets and scans that business transactions have asked for
 * @param writes rows that they have put, deleted or added to
 * @param others begins and ends
 * @param failures errors, give-ups and unknown outcomes
 * @param latency of all types together
 * @param percentile the one that was asked for, in milliseconds
 * @param latencySum in milliseconds
 * @param fairness among threads
 */
public record Totals(
    double seconds,
    long transactions,
    double transactionsPerSecond,
    double nopm,
    double nopmDatabase,
    long reads,
    long writes,
    long others,
    long failures,
    Latency latency,
    double percentile,
    double latencySum,
    Fairness fairness) {

  /** Business transactions of each thread, and seconds in them: means and standard deviations. */
  public record Fairness(
      double events, double eventsDeviation, double seconds, double secondsDeviation) {}
}
