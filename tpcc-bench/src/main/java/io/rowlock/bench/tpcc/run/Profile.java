package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.Mix.Deck;
import io.rowlock.bench.tpcc.run.DeliveryWorkers.DeliveryPlan;
import io.rowlock.bench.tpcc.run.Terminal.Home;
import java.util.Map;

/** What a run is like unless other options say otherwise. */
enum Profile implements Label {
  /** By the specification, but for the pace: waits have to be asked for. */
  SPEC,
  /**
   * As sysbench-tpcc was run for Dolt: the mix drawn at random, Deliveries while terminals wait.
   */
  SYSBENCH,
  /**
   * As the authors of Warp have it: no Deliveries, no last names, and each client in a district.
   */
  WARP;

  private static final Map<Kind, Integer> WARP_CARDS =
      Map.of(
          Kind.NEW_ORDER, 10,
          Kind.PAYMENT, 10,
          Kind.ORDER_STATUS, 1,
          Kind.STOCK_LEVEL, 1);

  /** Where options are silent. */
  record Preset(
      int reportInterval,
      MixPlan mix,
      Home home,
      DeliveryPlan delivery,
      int deliveryTransactions) {}

  Preset preset() {
    return switch (this) {
      case SPEC ->
          new Preset(10, MixPlan.deck(Deck.SPEC, 1, "deck:1"), Home.FIXED, DeliveryPlan.QUEUE, 10);
      case SYSBENCH ->
          new Preset(1, MixPlan.parse("weights:10,10,1,1,1"), Home.FIXED, DeliveryPlan.INLINE, 1);
      case WARP ->
          new Preset(
              10,
              MixPlan.deck(WARP_CARDS, 1, "deck:1 of 10/10/1/0/1"),
              Home.DISTRICT,
              DeliveryPlan.INLINE,
              10);
    };
  }

  InputRules rules() {
    return this == WARP ? InputRules.WARP : InputRules.SPEC;
  }

  @Override
  public String toString() {
    return label();
  }
}
