package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import java.util.concurrent.CompletableFuture;

/**
 * The hold that a commit point leaves on its row, over the committed state, for the next
 * transaction of this process.
 */
public interface NextHold {

  /** Returns the lock that the commit point writes. */
  Prewritten lock();

  /**
   * Leaves the hold to the next transaction after the commit, or releases it.
   *
   * @param now the row as the commit point has left it, or as it was read afterwards
   */
  void afterCommit(LockedRow now);

  /** Takes back a hold that a commit with an unknown outcome may have left. */
  CompletableFuture<Void> giveUp();
}
