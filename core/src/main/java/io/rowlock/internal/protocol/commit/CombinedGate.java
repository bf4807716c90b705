package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * The gate of transactions that commit as one: each of them can stop the commit, and so can the
 * gate's own {@link #shut}, until the first row is locked.
 *
 * <p>Safety: the gates of the members are passed only after the own gate, and opened again only
 * while the own gate is passed. A gate that has been shut touches them no more: from then on they
 * belong to the members' own commits.
 */
final class CombinedGate implements Gate {

  private final CommitGate own = new CommitGate();
  private final List<Gate> members;
  private boolean mayHoldLocks;

  CombinedGate(List<Gate> members) {
    this.members = members;
  }

  /**
   * Stops the commit if it has locked nothing yet. Later its locks would be in the way of the
   * members' own commits.
   *
   * @return true if the transactions never commit as one
   */
  synchronized boolean shut(ProtocolFailure reason) {
    return !mayHoldLocks && own.shut(reason);
  }

  @Override
  public synchronized void lock() {
    check();
    mayHoldLocks = true;
  }

  @Override
  public void check() {
    own.check();
    members.forEach(Gate::check);
  }

  /** Passes all gates or none. */
  @Override
  public void pass() {
    own.pass();
    List<Gate> passed = new ArrayList<>();
    try {
      for (Gate member : members) {
        member.pass();
        passed.add(member);
      }
    } catch (Throwable stopped) {
      passed.forEach(Gate::reopen);
      own.reopen();
      throw stopped;
    }
  }

  @Override
  public void reopen() {
    if (own.isPassed()) {
      members.forEach(Gate::reopen);
      own.reopen();
    }
  }

  @Override
  public boolean isPassed() {
    return own.isPassed();
  }

  @Override
  public void committed() {
    own.committed();
    members.forEach(Gate::committed);
  }
}
