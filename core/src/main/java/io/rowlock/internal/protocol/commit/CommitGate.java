package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Up to which moment a commit can be stopped for certain: until the first request leaves that may
 * commit it. Thread-safe; one for each transaction.
 */
public final class CommitGate {

  private enum State {
    OPEN,
    PASSED,
    COMMITTED,
    SHUT
  }

  private State state = State.OPEN;
  private boolean isUnwanted;

  /**
   * To be called before anything is done for the commit, and before a request leaves that may
   * commit.
   *
   * @throws ProtocolFailure when the commit has been stopped
   */
  synchronized void check() {
    if (state == State.SHUT) {
      throw ProtocolFailure.illegal(null, "The commit was stopped before it could take effect");
    }
  }

  /** The same; it cannot be stopped from now on. */
  synchronized void pass() {
    check();
    state = State.PASSED;
  }

  /** What may have committed surely has not, and never will. Another try can be stopped again. */
  synchronized void reopen() {
    if (state == State.PASSED) {
      state = isUnwanted ? State.SHUT : State.OPEN;
    }
  }

  /** What is left to do does not matter to the outcome. */
  synchronized void committed() {
    state = State.COMMITTED;
  }

  /**
   * Runs a commit. What breaks it off before a request has left that may commit, an error of the
   * virtual machine say, is a failure of the store: surely not committed.
   */
  public CompletableFuture<Void> watch(Supplier<CompletableFuture<Void>> commit) {
    return Async.recover(
        Async.guarded(commit), failure -> CompletableFuture.failedFuture(judge(failure)));
  }

  private synchronized Throwable judge(Throwable failure) {
    boolean mayBeCommitted = state == State.PASSED || state == State.COMMITTED;
    return mayBeCommitted ? failure : ProtocolFailure.beforeCommit(failure);
  }

  /** True when the transaction is committed for ever. */
  public synchronized boolean isCommitted() {
    return state == State.COMMITTED;
  }

  /**
   * Stops the commit if it can be.
   *
   * @return true when it surely is not committed and never will be; if not, what is under way is
   *     not tried again
   */
  public synchronized boolean shut() {
    isUnwanted = true;
    if (state == State.OPEN) {
      state = State.SHUT;
    }
    return state == State.SHUT;
  }
}
