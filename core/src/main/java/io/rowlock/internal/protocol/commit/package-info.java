/**
 * Commits a transaction: queues it behind its rivals in this process, plans an attempt, prewrites
 * locks, and sends the commit point, or commits in parallel. {@link
 * io.rowlock.internal.protocol.commit.CommitProtocol} is the path from top to bottom.
 */
@NullMarked
package io.rowlock.internal.protocol.commit;

import org.jspecify.annotations.NullMarked;
