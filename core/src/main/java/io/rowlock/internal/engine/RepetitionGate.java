package io.rowlock.internal.engine;

import java.util.concurrent.CompletableFuture;

/**
 * Asynchronous work that is notified before it is repeated after a conflict. It can delay the next
 * attempt, which may reserve rows before the work runs.
 */
@FunctionalInterface
public interface RepetitionGate {

  /** Returns a future that completes when the next attempt may begin. It never fails. */
  CompletableFuture<Void> beforeRepetition();
}
