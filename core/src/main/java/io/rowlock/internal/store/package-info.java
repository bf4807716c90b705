/**
 * The interfaces between the protocol and its environment: rows of a store, time, scheduling and
 * randomness.
 *
 * <p>The protocol uses these interfaces only, so that the same code runs on HBase and,
 * single-threaded and in virtual time, on a simulated store.
 */
@NullMarked
package io.rowlock.internal.store;

import org.jspecify.annotations.NullMarked;
