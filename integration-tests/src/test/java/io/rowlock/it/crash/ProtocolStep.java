package io.rowlock.it.crash;

import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.it.kit.faults.WireCall;
import java.util.Optional;

/** The purpose of a request of a client. */
enum ProtocolStep {
  READ("a read of the transaction's code"),
  VALIDATION("a read during the commit"),
  PREWRITE("the prewrite of a secondary"),
  PREWRITE_OF_PRIMARY("the prewrite of the primary"),
  COMMIT_POINT("the commit point"),
  STABLE("a roll-forward, settlement or one-row commit");

  private final String meaning;

  ProtocolStep(String meaning) {
    this.meaning = meaning;
  }

  String meaning() {
    return meaning;
  }

  /**
   * @param committing whether the only thread of the client is in {@code commit()}
   */
  static ProtocolStep of(WireCall call, boolean committing) {
    Optional<DecodedLock> lock = call.lockWrite().map(LockWrite::lock);
    if (lock.isEmpty()) {
      return committing ? VALIDATION : READ;
    }
    return switch (lock.get().state()) {
      case PREWRITTEN -> lock.get().primary() ? PREWRITE_OF_PRIMARY : PREWRITE;
      case COMMITTED -> COMMIT_POINT;
      case STABLE -> STABLE;
    };
  }
}
