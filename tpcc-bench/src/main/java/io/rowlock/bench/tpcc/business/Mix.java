package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Dice;

/** Decides which business transaction is next. Not thread-safe. */
@FunctionalInterface
public interface Mix {
  Kind next(Dice dice);
}
