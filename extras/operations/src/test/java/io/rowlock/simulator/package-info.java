/**
 * Deterministic simulation: the unchanged library in a simulated environment, where one seed
 * decides everything that happens to clients, messages and servers.
 *
 * <p>{@link io.rowlock.simulator.Simulation} is one run and {@link io.rowlock.simulator.Plan} what
 * decides it; {@link io.rowlock.simulator.Fault} names what can go wrong. {@link
 * io.rowlock.simulator.Servers} and {@link io.rowlock.simulator.SimulatedStore} are the simulated
 * HBase and a client's access to it, {@link io.rowlock.simulator.SimulatedClient} a process with
 * transactions of a user, {@link io.rowlock.simulator.Verdict} the checks at the end. {@link
 * io.rowlock.simulator.Simulate} is the command line.
 */
@NullMarked
package io.rowlock.simulator;

import org.jspecify.annotations.NullMarked;
