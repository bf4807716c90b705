package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A business transaction whose inputs are chosen.
 *
 * @param facts what is counted of the inputs when it is completed
 */
record Job(Kind kind, Map<Event, Integer> facts, Supplier<Execution> work) {}
