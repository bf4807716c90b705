package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.run.Terminal.Home;

/** A preset of options; given options override it. */
enum Profile implements Label {
  /** The specification without its waits, which need an option. */
  SPEC,
  /** As sysbench-tpcc ran for Dolt: the mix drawn at random, Deliveries while terminals wait. */
  SYSBENCH,
  /** By the authors of Warp: no Deliveries, no last names, and each client in a district. */
  WARP;

  /** The values of missing options. */
  record Preset(
      int reportInterval,
      MixPlan mix,
      Home home,
      DeliveryPlan delivery,
      int deliveryTransactions) {}

  Preset preset() {
    return switch (this) {
      case SPEC -> new Preset(10, MixPlan.parse("deck"), Home.FIXED, DeliveryPlan.QUEUE, 10);
      case SYSBENCH ->
          new Preset(1, MixPlan.parse("weights:10,10,1,1,1"), Home.FIXED, DeliveryPlan.INLINE, 1);
      case WARP -> new Preset(10, MixPlan.WARP, Home.DISTRICT, DeliveryPlan.INLINE, 10);
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
