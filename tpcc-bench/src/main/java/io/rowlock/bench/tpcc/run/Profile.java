package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.Mix;
import io.rowlock.bench.tpcc.business.Mix.Deck;
import io.rowlock.bench.tpcc.population.Scale;

/** What business transactions are run, and how they are reported. */
enum Profile implements Label {
  /** The specification without its waits. */
  SPEC,
  /**
   * As sysbench-tpcc ran for Dolt: the mix drawn at random, a Delivery one transaction, while its
   * terminal waits.
   */
  SYSBENCH,
  /** By the authors of Warp: no Deliveries, no last names, and each client in a district. */
  WARP;

  /** Returns the mix of one terminal. */
  Mix mix() {
    return switch (this) {
      case SPEC -> new Deck(Mix.cards());
      case SYSBENCH -> Mix.drawn(Mix.cards());
      case WARP -> new Deck(Mix.cards().stream().filter(card -> card != Kind.DELIVERY).toList());
    };
  }

  /** Where Deliveries run unless an option names another place. */
  String deliveries() {
    return this == SPEC ? RunOptions.QUEUE : RunOptions.INLINE;
  }

  /** Database transactions of each Delivery. */
  int deliveryTransactions() {
    return this == SYSBENCH ? 1 : Scale.DISTRICTS;
  }

  /** Seconds of an interval. */
  int reportInterval() {
    return this == SYSBENCH ? 1 : 10;
  }

  InputRules rules() {
    return this == WARP ? InputRules.WARP : InputRules.SPEC;
  }

  @Override
  public String toString() {
    return label();
  }
}
