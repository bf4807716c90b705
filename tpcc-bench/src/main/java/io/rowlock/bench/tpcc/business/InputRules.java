package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Scale;

/**
 * What terminals choose among, all but the numbers of lines in percent.
 *
 * @param remoteLines lines supplied by another warehouse, if there is one
 * @param remotePayments by a customer of another warehouse, if there is one
 * @param byName customers named, not numbered
 * @param rollbacks orders with an item that does not exist
 */
public record InputRules(
    int fewestLines,
    int mostLines,
    int remoteLines,
    int remotePayments,
    int byName,
    int rollbacks) {

  /** Clauses 2.4.1, 2.5.1 and 2.6.1. */
  public static final InputRules SPEC =
      new InputRules(Scale.FEWEST_LINES, Scale.MOST_LINES, 1, 15, 60, 1);

  /** As the benchmark by the authors of Warp has it. */
  public static final InputRules WARP = new InputRules(1, 10, 0, 15, 0, 1);
}
