package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import java.util.List;

/**
 * What was run on what.
 *
 * @param arguments as they were given on the command line
 * @param banner what has to be said wherever results are; empty when all is as it should be
 * @param origin of the database: scale, seed and C of the load
 * @param constants NURand's C of the run
 * @param seed of the run: the inputs of every terminal are a function of it
 * @param terminals there are, of which {@code threads} are busy at once
 * @param firstTerminal the number of the first one; no other client of the database has it
 * @param waits with keying and think times
 * @param count business transactions at most, 0 without limit
 * @param rate business transactions that are due in a second, 0 in a closed loop
 * @param arrival regular or poisson, with a rate
 * @param retries Rowlock's policy
 * @param deliveryThreads that carry out Deliveries, 0 when terminals do it themselves
 * @param deliveryTransactions database transactions of each Delivery
 * @param percentile of the interval lines
 */
public record Settings(
    List<String> arguments,
    String mode,
    String layout,
    String profile,
    String banner,
    Origin origin,
    RunConstants constants,
    long seed,
    int threads,
    int terminals,
    int firstTerminal,
    boolean waits,
    double keyingMultiplier,
    double thinkMultiplier,
    double timeSeconds,
    double warmupSeconds,
    long count,
    double rate,
    String arrival,
    String mix,
    String home,
    String retries,
    int deliveryThreads,
    int deliveryTransactions,
    int reportIntervalSeconds,
    int percentile) {}
