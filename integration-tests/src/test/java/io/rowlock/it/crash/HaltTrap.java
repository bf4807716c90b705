package io.rowlock.it.crash;

import io.rowlock.it.kit.faults.Network;
import io.rowlock.it.kit.faults.WireCall;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Ends the process of a client with one thread at its {@link HaltPoint}. */
final class HaltTrap {

  private final HaltPoint point;
  private final HistoryFile history;
  private boolean armed;
  private boolean committing;
  private int met;

  HaltTrap(HaltPoint point, HistoryFile history) {
    this.point = point;
    this.history = history;
  }

  void setIn(Network network) {
    var unused = network.when(this::isMet, point.side());
  }

  /** Starts to count requests. */
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
      history.add(new HistoryLine.Halt(point.where()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }
}
