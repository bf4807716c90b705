package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.util.EnumMap;
import java.util.Map;

/** What T1 has sent, its commit above all. Used under the lock of its gate. */
final class SentRequests {
  private final boolean isReadOnly;
  private final Map<RpcKind, Integer> counts = new EnumMap<>(RpcKind.class);
  private int unanswered;

  /**
   * Nothing yet.
   *
   * @param isReadOnly whether T1 writes nothing, so that it only validates
   */
  SentRequests(boolean isReadOnly) {
    this.isReadOnly = isReadOnly;
  }

  void add(RpcKind kind, boolean isOfCommit) {
    unanswered++;
    if (isOfCommit) {
      counts.merge(kind, 1, Integer::sum);
    }
  }

  void answered() {
    unanswered--;
  }

  boolean areAnswered() {
    return unanswered == 0;
  }

  /** Of the commit. */
  int count(RpcKind kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Locks of rows to be written blindly are read before the first row is locked. */
  boolean isValidating() {
    return isReadOnly || count(RpcKind.PREWRITE) > 0;
  }
}
