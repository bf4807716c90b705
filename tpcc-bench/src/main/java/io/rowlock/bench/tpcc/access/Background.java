package io.rowlock.bench.tpcc.access;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What is under way after its transaction has ended. Thread-safe. */
final class Background {
  private final Set<CompletableFuture<?>> unfinished = ConcurrentHashMap.newKeySet();

  /** What fails is kept until somebody waits. */
  void add(CompletableFuture<?> work) {
    unfinished.add(work);
    var unused = work.thenRun(() -> unfinished.remove(work));
  }

  void await() throws IOException {
    List<CompletableFuture<?>> now = List.copyOf(unfinished);
    try {
      Replies.awaitAll(now);
    } finally {
      now.forEach(unfinished::remove);
    }
  }
}
