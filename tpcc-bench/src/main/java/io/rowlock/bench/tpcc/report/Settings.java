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
    Load load) {

  /**
   * What the clients do.
   *
   * @param threads of each client, each a terminal
   * @param firstTerminal the number of the first one; no other client of the database has it
   * @param count business transactions at most, 0 without limit
   * @param retries Rowlock's policy
   * @param deliveryThreads of each client that carry out Deliveries, 0 when terminals do it
   *     themselves
   * @param clients processes, each with so many threads; 0: one process was all
   * @param rpcDelay milliseconds by which requests for data were sent later
   */
  public record Load(
      int threads,
      int firstTerminal,
      double timeSeconds,
      double warmupSeconds,
      long count,
      String retries,
      int deliveryThreads,
      int clients,
      int rpcDelay) {

    /** The threads and processes, in words. */
    public String crew() {
      String crew = threads + " threads";
      return clients == 0 ? crew : clients + " client processes, each with " + crew;
    }
  }
}
