package io.rowlock.internal.protocol.commit;

import java.util.List;

/** The gates of transactions that commit as one: each of them can stop the commit. */
record CombinedGate(List<Gate> gates) implements Gate {

  @Override
  public void check() {
    gates.forEach(Gate::check);
  }

  /** Passes all gates or none. */
  @Override
  public void pass() {
    try {
      gates.forEach(Gate::pass);
    } catch (RuntimeException stopped) {
      reopen();
      throw stopped;
    }
  }

  @Override
  public void reopen() {
    gates.forEach(Gate::reopen);
  }

  @Override
  public boolean isPassed() {
    return gates.stream().anyMatch(Gate::isPassed);
  }

  @Override
  public void committed() {
    gates.forEach(Gate::committed);
  }
}
