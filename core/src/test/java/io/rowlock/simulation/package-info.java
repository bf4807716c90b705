/**
 * An environment for the protocol without HBase: a store in memory, and time that only moves when a
 * test moves it, so that the seed decides every run.
 *
 * <p>{@link io.rowlock.simulation.MemoryCluster} represents the servers, {@link
 * io.rowlock.simulation.InMemoryRowStore} one client's access to them, {@link
 * io.rowlock.simulation.Interceptor} the events on the way, and {@link
 * io.rowlock.simulation.VirtualTime} the clock and timer.
 */
@NullMarked
package io.rowlock.simulation;

import org.jspecify.annotations.NullMarked;
