/**
 * Commits a transaction: plans an attempt, prewrites locks, and sends the commit point. {@link
 * io.rowlock.internal.protocol.commit.CommitProtocol} is the path from top to bottom. {@link
 * io.rowlock.internal.protocol.commit.Hold} is all that it knows of contention.
 */
@NullMarked
package io.rowlock.internal.protocol.commit;

import org.jspecify.annotations.NullMarked;
