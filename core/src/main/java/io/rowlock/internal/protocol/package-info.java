/**
 * The lock protocol: locked reads, commit, and the settlement of locks that others left behind.
 * {@link io.rowlock.internal.protocol.LockProtocol} is the door; each room below it has one task.
 *
 * <p>Everything here is asynchronous, starts no thread, reads no global clock and talks to the
 * world only through {@link io.rowlock.internal.store}.
 */
@NullMarked
package io.rowlock.internal.protocol;

import org.jspecify.annotations.NullMarked;
