package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stops a commit as long as that is certain to work: until the first request that can commit is
 * sent. Thread-safe; each transaction has one.
 */
public final class CommitGate implements Gate {

  private enum State {
    OPEN,
    PASSED,
    COMMITTED,
    SHUT
  }

  private State state = State.OPEN;
  private @Nullable ProtocolFailure reason;

  @Override
  public synchronized void check() {
    if (state == State.SHUT) {
      throw Objects.requireNonNull(reason);
    }
  }

  @Override
  public synchronized void pass() {
    check();
    state = State.PASSED;
  }

  @Override
  public synchronized void reopen() {
    if (state == State.PASSED) {
      state = reason == null ? State.OPEN : State.SHUT;
    }
  }

  @Override
  public synchronized void committed() {
    state = State.COMMITTED;
  }

  /**
   * Returns what a failure of the commit means. An error before a request that can commit is sent,
   * for example one of the virtual machine, becomes a failure of the store: surely not committed.
   * The gate is shut then, so that whatever the error has left behind cannot commit either.
   */
  public synchronized Throwable judge(Throwable failure) {
    if (isPassed()) {
      return failure;
    }
    if (state == State.OPEN) {
      state = State.SHUT;
      reason = ProtocolFailure.ended("The commit has failed before");
    }
    return ProtocolFailure.beforeCommit(failure);
  }

  /** Returns whether a request that can commit may have been sent, and may have committed. */
  public synchronized boolean isPassed() {
    return state == State.PASSED || state == State.COMMITTED;
  }

  /** Returns whether the transaction is committed forever. */
  public synchronized boolean isCommitted() {
    return state == State.COMMITTED;
  }

  /**
   * Stops the commit if that is still possible.
   *
   * @param why the failure of the commit, then or when its attempt turns out to be lost
   * @return true if the transaction surely is not committed and never will be; if false, the
   *     attempt under way is not repeated
   */
  public synchronized boolean shut(ProtocolFailure why) {
    reason = why;
    if (state == State.OPEN) {
      state = State.SHUT;
    }
    return state == State.SHUT;
  }
}
