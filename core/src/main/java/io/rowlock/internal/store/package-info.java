/**
 * The seam between the protocol and the world: rows of a store, time, scheduling and randomness.
 *
 * <p>The protocol is written against these interfaces only, so that the same code runs on HBase
 * and, single-threaded and in virtual time, on a simulated store.
 */
@NullMarked
package io.rowlock.internal.store;

import org.jspecify.annotations.NullMarked;
