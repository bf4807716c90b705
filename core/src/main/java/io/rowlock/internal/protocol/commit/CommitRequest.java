package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.Glimpses;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RowKey;
import java.util.SortedMap;

/**
 * A transaction to commit.
 *
 * @param id of the first attempt; another one is drawn when the transaction is committed again
 * @param age milliseconds since the epoch of the transaction's first attempt, retries included
 * @param writes by row; a row whose intent turns out empty is left alone
 * @param glimpses of rows that it has not read
 * @param claim what the transaction has taken before
 * @param observer is told how it goes
 * @param gate stops it while that is possible
 */
public record CommitRequest(
    TransactionId id,
    long age,
    SortedMap<RowKey, RowWrite> writes,
    ReadSet reads,
    Glimpses glimpses,
    Claim claim,
    TransactionObserver observer,
    CommitGate gate) {

  /** The same when others have written its rows meanwhile. */
  CommitRequest afterOthers() {
    return new CommitRequest(id, age, writes, reads, glimpses.forgotten(), claim, observer, gate);
  }

  CommitRequest with(Claim other) {
    return new CommitRequest(id, age, writes, reads, glimpses, other, observer, gate);
  }
}
