package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;

/**
 * A business transaction that is to begin now.
 *
 * @param due when it should have begun, by {@link System#nanoTime}
 */
record Turn(Terminal terminal, Kind kind, long due) {}
