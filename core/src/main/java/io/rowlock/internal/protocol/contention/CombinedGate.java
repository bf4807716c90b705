package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.Gate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * The gate of transactions that commit as one: each of them can stop the commit.
 *
 * <p>Safety: the members may commit again, so their gates do not stop what an error has left behind
 * of a combination that failed before. Its own gate does: it is passed first and reopened last. So
 * nothing of a combination passes the gates of its members once its own gate is shut, or opens them
 * again.
 */
final class CombinedGate implements Gate {

  private final CommitGate own = new CommitGate();
  private final List<Gate> members;

  CombinedGate(List<Gate> members) {
    this.members = List.copyOf(members);
  }

  /** Returns whether this combination never commits, from now on whatever happens. */
  boolean shut() {
    return own.shut(ProtocolFailure.ended("The combined commit has failed before"));
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
    members.forEach(Gate::reopen);
    own.reopen();
  }

  @Override
  public void committed() {
    own.committed();
    members.forEach(Gate::committed);
  }
}
