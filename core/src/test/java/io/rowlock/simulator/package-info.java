/**
 * Deterministic simulation: the library as it is, in a world of its own where everything that can
 * happen to clients, messages and servers does, as one seed decides.
 *
 * <p>{@link io.rowlock.simulator.Simulation} is one run and {@link io.rowlock.simulator.Plan} what
 * decides it; {@link io.rowlock.simulator.Fault} names what can go wrong. {@link
 * io.rowlock.simulator.Servers} and {@link io.rowlock.simulator.SimulatedStore} are the imagined
 * HBase and a client's way to it, {@link io.rowlock.simulator.SimulatedClient} a process with
 * transactions of a user, {@link io.rowlock.simulator.Verdict} what must be true in the end. {@link
 * io.rowlock.simulator.Simulate} is the command line.
 */
@NullMarked
package io.rowlock.simulator;

import org.jspecify.annotations.NullMarked;
