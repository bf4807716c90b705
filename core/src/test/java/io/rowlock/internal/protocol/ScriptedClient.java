package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.InMemoryRowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client with a complete protocol; the test controls its requests and its time. */
public final class ScriptedClient {

  public final ProtocolFixture fixture;
  public final Traffic traffic = new Traffic();
  public final Environment environment;
  public final InMemoryRowStore store;
  public final LockProtocol protocol;
  private final List<Runnable> parked = new ArrayList<>();
  private boolean isPaused;

  public ScriptedClient(ProtocolFixture fixture, Environment given, ProtocolSettings settings) {
    this.fixture = fixture;
    environment =
        new Environment(
            given.clock(),
            (delay, task) -> given.scheduler().schedule(delay, () -> runUnlessPaused(task)),
            given.random());
    store = new InMemoryRowStore(fixture.cluster, traffic, Runnable::run);
    InMemoryRowStore behind =
        new InMemoryRowStore(fixture.cluster, traffic.behind(), Runnable::run);
    protocol = new LockProtocol(store, behind, environment, settings);
  }

  public ScriptedTransaction begin() {
    return new ScriptedTransaction(this);
  }

  /** Returns what a separate transaction reads in column f:q, null for nothing. */
  public @Nullable String read(String row) {
    return begin().get(row);
  }

  /** Waits until the background work is done. */
  public ScriptedClient drain() {
    CompletableFuture<Void> idle = protocol.drain();
    fixture.await(idle);
    return this;
  }

  /** Pauses the process, as a long garbage collection does: due tasks do not run. */
  public void pause() {
    isPaused = true;
  }

  /** Resumes the process, and runs the tasks that became due. */
  public void resume() {
    isPaused = false;
    List<Runnable> due = List.copyOf(parked);
    parked.clear();
    due.forEach(Runnable::run);
  }

  private void runUnlessPaused(Runnable task) {
    if (isPaused) {
      parked.add(task);
    } else {
      task.run();
    }
  }
}
