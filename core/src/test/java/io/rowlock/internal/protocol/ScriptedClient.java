package io.rowlock.internal.protocol;

import io.rowlock.internal.store.Surroundings;
import io.rowlock.simulation.InMemoryRowStore;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client: a whole protocol, and its requests in the hands of a test. */
final class ScriptedClient {

  final ProtocolFixture fixture;
  final Traffic traffic = new Traffic();
  final Surroundings surroundings;
  final InMemoryRowStore store;
  final LockProtocol protocol;

  ScriptedClient(ProtocolFixture fixture, Surroundings surroundings, ProtocolSettings settings) {
    this.fixture = fixture;
    this.surroundings = surroundings;
    store = new InMemoryRowStore(fixture.cluster, traffic, Runnable::run);
    protocol = new LockProtocol(store, store, surroundings, settings);
  }

  ScriptedTransaction begin() {
    return new ScriptedTransaction(this);
  }

  /** What a transaction of its own reads in column f:q, null for nothing. */
  @Nullable String read(String row) {
    return begin().get(row);
  }

  /** Waits until the background work is done. */
  ScriptedClient drain() {
    CompletableFuture<Void> idle = protocol.drain();
    fixture.await(idle);
    return this;
  }
}
