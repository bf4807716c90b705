package io.rowlock.bench.tpcc.report;

/**
 * Business transactions of one kind that ended in the measured time.
 *
 * @param type such as {@code New-Order}; {@link Histograms} names its file after it
 * @param count completed ones, those that wanted to be rolled back included; of Delivery, those
 *     queued
 * @param mixPercent of all
 * @param latency of completed ones, from the time they were due or begun, every retry and wait
 *     included
 * @param rolledBack those that wanted to be
 * @param attempts of the completed ones, all together
 * @param conflicts attempts that lost against another transaction
 * @param giveUps those that lost until the retries were used up
 * @param unknown of which it is not known whether they were committed
 * @param errors those that failed otherwise
 */
public record TypeResult(
    String type,
    long count,
    double mixPercent,
    Latency latency,
    long rolledBack,
    double rolledBackPercent,
    long attempts,
    double attemptsPerTransaction,
    long conflicts,
    long giveUps,
    long unknown,
    long errors) {}
