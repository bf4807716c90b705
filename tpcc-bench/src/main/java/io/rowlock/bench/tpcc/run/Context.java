package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.business.DeliveryHints;
import io.rowlock.bench.tpcc.population.Database;
import io.rowlock.bench.tpcc.population.RunConstants;
import io.rowlock.bench.tpcc.report.Interval;
import java.util.function.Consumer;

/**
 * What a session works on and tells.
 *
 * @param firstTerminal the number of the first terminal
 * @param listener hears of every interval at its end
 */
record Context(
    Database database,
    RunConstants constants,
    Client client,
    DeliveryHints hints,
    Probe probe,
    int firstTerminal,
    Teller.Notes notes,
    Consumer<Interval> listener) {}
