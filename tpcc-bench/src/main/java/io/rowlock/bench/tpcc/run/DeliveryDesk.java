package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Inputs;

/** Answers terminals that ask for a Delivery. */
@FunctionalInterface
interface DeliveryDesk {
  Execution deliver(Inputs.Delivery input);
}
