package io.rowlock.it.crash;

import io.rowlock.it.kit.faults.Network;
import io.rowlock.it.kit.faults.WireCall;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Lets the process of a client with one thread end at its {@link HaltPoint}, once it is set. */
final class HaltTrap {

  private final HaltPoint point;
  private final LedgerFile ledger;
  private boolean armed;
  private boolean committing;
  private int met;

  HaltTrap(HaltPoint point, LedgerFile ledger) {
    this.point = point;
    this.ledger = ledger;
  }

  void setIn(Network network) {
    var unused = network.when(this::isMet, point.side());
  }

  /** From now on requests count. */
  synchronized void arm() {
    armed = true;
  }

  synchronized void committing(boolean now) {
    committing = now;
  }

  private synchronized boolean isMet(WireCall call) {
    if (!armed || ProtocolStep.of(call, committing) != point.step()) {
      return false;
    }
    met++;
    if (met < point.number()) {
      return false;
    }
    try {
      ledger.add(new LedgerLine.Halt(point.where()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }
}
