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
  /** As sysbench-tpcc ran for Dolt: the mix drawn at random, Deliveries while terminals wait. */
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

  /** The way Deliveries run unless an option names another one. */
  DeliveryPlace deliveries() {
    return this == SPEC ? DeliveryPlace.QUEUE : DeliveryPlace.INLINE;
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

  /** Where Deliveries run. */
  enum DeliveryPlace implements Label {
    /** On the threads of the terminals. */
    INLINE,
    /** On threads of their own. */
    QUEUE;

    /** A Delivery is about a quarter of the work of a deck of 23. */
    private static final int TERMINALS_FOR_EACH = 3;

    /** Returns the number of threads beside those of terminals. */
    int threads(int terminals) {
      return this == INLINE ? 0 : (terminals + TERMINALS_FOR_EACH - 1) / TERMINALS_FOR_EACH;
    }

    @Override
    public String toString() {
      return label();
    }
  }
}
