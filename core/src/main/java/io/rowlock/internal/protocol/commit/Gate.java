package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.ProtocolFailure;

/** Stops a commit until the first request that can commit is sent. Thread-safe. */
public interface Gate {

  /**
   * Checks that the commit is not stopped. The caller must call it before it does anything for the
   * commit, and before it sends a request that can commit.
   *
   * @throws ProtocolFailure the reason for which the commit has been stopped
   */
  void check();

  /** Checks like {@link #check}; from now on the commit cannot be stopped. */
  void pass();

  /** Notes that what was sent has not committed and never will: the commit can be stopped again. */
  void reopen();

  /** Notes that the commit has taken effect. */
  void committed();
}
