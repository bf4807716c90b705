package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.InMemoryRowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client: a whole protocol, and its requests and its time in the hands of a test. */
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

  /** What a transaction of its own reads in column f:q, null for nothing. */
  public @Nullable String read(String row) {
    return begin().get(row);
  }

  /** Waits until the background work is done. */
  public ScriptedClient drain() {
    CompletableFuture<Void> idle = protocol.drain();
    fixture.await(idle);
    return this;
  }

  /** The process stands still, as in a long garbage collection: nothing that is due happens. */
  public void pause() {
    isPaused = true;
  }

  /** What fell due meanwhile happens now. */
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
