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
 * @param id of the first attempt; another one is drawn when the transaction is committed again
 * @param age milliseconds since the epoch of the transaction's first attempt, retries included
 * @param writes by row; a row whose intent turns out empty is left alone
 * @param prefetch of rows that it has not read
 * @param reservation what the transaction has taken before
 * @param observer is told how it goes
 * @param gate stops it while that is possible
 */
public record CommitRequest(
    TransactionId id,
    long age,
    SortedMap<RowKey, RowWrite> writes,
    ReadSet reads,
    LockPrefetch prefetch,
    Reservation reservation,
    TransactionObserver observer,
    CommitGate gate) {

  /** The same when others have written its rows meanwhile. */
  CommitRequest afterOthers() {
    return new CommitRequest(
        id, age, writes, reads, prefetch.forgotten(), reservation, observer, gate);
  }

  CommitRequest with(Reservation other) {
    return new CommitRequest(id, age, writes, reads, prefetch, other, observer, gate);
  }
}
