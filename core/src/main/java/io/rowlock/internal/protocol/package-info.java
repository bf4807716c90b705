/**
 * The lock protocol: locked reads, commit, and the settlement of abandoned locks. {@link
 * io.rowlock.internal.protocol.LockProtocol} is the entry; each subpackage has one task.
 *
 * <p>All code here is asynchronous, starts no thread, reads no global clock and performs I/O only
 * through {@link io.rowlock.internal.store}.
 */
@NullMarked
package io.rowlock.internal.protocol;

import org.jspecify.annotations.NullMarked;
