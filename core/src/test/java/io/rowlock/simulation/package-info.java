/**
 * A world for the protocol to run in without HBase: a store in memory and time that only moves when
 * told, so that every run is decided by its seed.
 *
 * <p>{@link io.rowlock.simulation.MemoryCluster} is the servers, {@link
 * io.rowlock.simulation.InMemoryRowStore} one client's way to them, {@link
 * io.rowlock.simulation.Interceptor} what happens on that way, and {@link
 * io.rowlock.simulation.VirtualTime} the clock and timer.
 */
@NullMarked
package io.rowlock.simulation;

import org.jspecify.annotations.NullMarked;
