package io.rowlock.bench.tpcc.access;

import org.jspecify.annotations.Nullable;

/** A request under way. */
record Sending(RpcKinds kinds, RpcKind kind, @Nullable CommitWatch watch, long start) {

  static Sending begin(RpcKinds kinds, RequestReader.Seen seen) {
    kinds.sent(seen.kind());
    long now = System.nanoTime();
    CommitWatch watch = CommitWatch.of(seen.transaction());
    if (watch != null) {
      watch.sent(seen.kind(), now);
    }
    return new Sending(kinds, seen.kind(), watch, now);
  }

  void answered() {
    long now = System.nanoTime();
    kinds.answered(kind, now - start);
    if (watch != null) {
      watch.answered(kind, now);
    }
  }
}
