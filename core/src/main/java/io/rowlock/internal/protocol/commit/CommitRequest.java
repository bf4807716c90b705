package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RowKey;
import java.util.SortedMap;

/**
 * A transaction to commit.
 *
 * @param id of the first attempt; each repetition of the commit draws another one
 * @param age milliseconds since the epoch at the start of the transaction's first attempt, retries
 *     included
 * @param writes by row; a row whose intent is empty is not written
 * @param prefetch the prefetched locks of rows that it has not read
 * @param hold what the transaction has on its rows
 * @param observer of the progress
 * @param gate stops the commit while that is possible
 */
public record CommitRequest(
    TransactionId id,
    long age,
    SortedMap<RowKey, RowWrite> writes,
    ReadSet reads,
    LockPrefetch prefetch,
    Hold hold,
    TransactionObserver observer,
    Gate gate) {

  /**
   * Returns the same request for the case that other transactions have written its rows meanwhile.
   */
  public CommitRequest afterOthers() {
    return new CommitRequest(id, age, writes, reads, prefetch.forgotten(), hold, observer, gate);
  }

  /** Returns the same request of a transaction that has this on its rows. */
  public CommitRequest with(Hold other) {
    return new CommitRequest(id, age, writes, reads, prefetch, other, observer, gate);
  }
}
