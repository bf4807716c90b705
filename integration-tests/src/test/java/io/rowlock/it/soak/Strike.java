package io.rowlock.it.soak;

import io.rowlock.bench.kit.Label;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The kinds of strikes, and how often each is in a round. */
enum Strike implements Label {
  MOVE_REGION(4),
  SPLIT_REGION(2),
  MERGE_REGIONS(2),
  FLUSH(2),
  MAJOR_COMPACTION(1),
  BALANCE(1),
  KILL_CLIENT(3),
  SUSPEND_CLIENT(2),
  KILL_SERVER(1),
  SUSPEND_SERVER(1);

  private final int perRound;

  Strike(int perRound) {
    this.perRound = perRound;
  }

  /** The strikes of a round, in the order of the kinds. */
  static List<Strike> round(boolean hasMortalClients, boolean hasOwnServers) {
    List<Strike> round = new ArrayList<>();
    for (Strike strike : values()) {
      boolean isPossible =
          (hasMortalClients || !strike.isOnClient()) && (hasOwnServers || !strike.isOnServer());
      round.addAll(Collections.nCopies(isPossible ? strike.perRound : 0, strike));
    }
    return round;
  }

  /** Whether it strikes a process, and no region. */
  boolean isOnProcess() {
    return isOnClient() || isOnServer();
  }

  private boolean isOnClient() {
    return this == KILL_CLIENT || this == SUSPEND_CLIENT;
  }

  private boolean isOnServer() {
    return this == KILL_SERVER || this == SUSPEND_SERVER;
  }

  @Override
  public String toString() {
    return label();
  }
}
