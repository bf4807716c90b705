package io.rowlock.internal.protocol.commit;

import java.util.ArrayList;
import java.util.List;

/** The gate of transactions that commit as one: each of them can stop the commit. */
record CombinedGate(List<Gate> members) implements Gate {

  @Override
  public void check() {
    members.forEach(Gate::check);
  }

  /** Passes all gates or none. */
  @Override
  public void pass() {
    List<Gate> passed = new ArrayList<>();
    try {
      for (Gate member : members) {
        member.pass();
        passed.add(member);
      }
    } catch (Throwable stopped) {
      passed.forEach(Gate::reopen);
      throw stopped;
    }
  }

  @Override
  public void reopen() {
    members.forEach(Gate::reopen);
  }

  @Override
  public boolean isPassed() {
    return members.get(0).isPassed();
  }

  @Override
  public void committed() {
    members.forEach(Gate::committed);
  }
}
