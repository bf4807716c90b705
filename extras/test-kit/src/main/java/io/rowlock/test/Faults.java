package io.rowlock.test;

import io.rowlock.test.OrderedFaults.Fate;

/**
 * What the next commits of the client under test, {@link RowlockTest#transactions()}, meet. Each
 * call orders a fault for one commit; the same fault ordered twice strikes two commits, one after
 * the other. A fault strikes a transaction that writes; it strikes an attempt, so that a
 * transaction that is run again after it meets the next one.
 *
 * <p>The faults happen to requests, and all that follows is the protocol's own: what the caller
 * gets, which locks are left, and how other clients settle them. Thread-safe.
 */
public final class Faults {

  private volatile FaultyNetwork network;

  Faults(FaultyNetwork network) {
    this.network = network;
  }

  void moveTo(FaultyNetwork next) {
    network = next;
  }

  /**
   * Lets the next commit lose to another client, which writes the same rows just before: each row
   * that the transaction has read since this call, and the first one that it writes. What the rows
   * contain stays the same. So {@code call} and {@code run} run their code again, and {@code
   * commit} throws a {@link io.rowlock.ConflictException}.
   *
   * <p>A transaction that has read nothing cannot conflict: it commits after the other client, and
   * the fault is used up. So it is for an attempt that has locked its rows ahead, as {@code call}
   * and {@code run} do after three lost attempts ({@link
   * io.rowlock.RowlockOptions#escalateAfter()}).
   */
  public void conflictNextCommit() {
    network.faults().conflict();
  }

  /**
   * Lets the next commit take effect and loses the answer: the servers are silent until the client
   * has given up. The caller gets a {@link io.rowlock.CommitOutcomeUnknownException}, and the
   * transaction is committed.
   */
  public void loseAnswerOfNextCommit() {
    network.faults().fate(Fate.ANSWER_LOST);
  }

  /**
   * Loses the request that would commit the next transaction, and leaves its locks. The caller gets
   * a {@link io.rowlock.CommitOutcomeUnknownException}, as after {@link #loseAnswerOfNextCommit},
   * but the transaction is not committed, and never will be.
   */
  public void loseRequestOfNextCommit() {
    network.faults().fate(Fate.REQUEST_LOST);
  }

  /**
   * Cuts the client off from the servers forever, immediately before the next commit would take
   * effect, as the death of its process does. The locks of the transaction stay until another
   * client meets them and has seen them unchanged for a lease. A test continues with {@link
   * RowlockTest#restart()} or {@link RowlockTest#otherClient()}.
   *
   * <p>A real process would be gone. Here its thread goes on, without servers: the commit under way
   * throws a {@link io.rowlock.CommitOutcomeUnknownException}, and whatever follows fails.
   */
  public void dieBeforeCommitPoint() {
    network.faults().fate(Fate.DEATH);
  }

  /** Takes back all faults that have not happened. A dead client stays dead. */
  public void clear() {
    network.faults().clear();
  }
}
