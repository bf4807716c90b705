package io.rowlock.internal.engine;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.hbase.RpcCounter;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Quietly;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.internal.telemetry.TraceContextPropagator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a manager, wired together, and the order in which they are closed. */
public final class Engine {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final EngineResources resources;
  private final List<AsyncConnection> owned;
  private final Duration drainTimeout;
  private final Optional<ExecutorService> ownCallbacks;
  private final Executor starts;
  private final Executor callbacks;
  private final Environment environment;
  private final Telemetry telemetry;
  private final RpcCounter foreground = new RpcCounter(Telemetry::countRequests);
  private final RpcCounter background = new RpcCounter();
  private final LockProtocol protocol;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<Void> released = new CompletableFuture<>();

  /**
   * Creates an engine without starting any work.
   *
   * @param owned connections that it closes in the end
   */
  public Engine(EngineResources resources, List<AsyncConnection> owned, EngineSettings settings) {
    this.resources = resources;
    this.owned = owned;
    this.drainTimeout = settings.drainTimeout();
    this.ownCallbacks =
        settings.executor().isPresent() ? Optional.empty() : Optional.of(ThreadPools.callbacks());
    Executor users = settings.executor().or(() -> ownCallbacks).orElseThrow();
    this.starts = Telemetry.carrying(users);
    this.callbacks = ThreadPools.completing(users);
    OpenTelemetry openTelemetry = settings.openTelemetry().orElseGet(Telemetry::global);
    this.environment = TraceContextPropagator.carrying(resources.environment());
    this.telemetry = new Telemetry(openTelemetry, environment.clock(), settings.slowTransaction());
    this.protocol =
        new LockProtocol(
            resources.stores().apply(foreground),
            backgroundStore(),
            environment,
            resources.protocol(),
            telemetry);
  }

  /**
   * Creates an engine on a connection.
   *
   * @param connection owned from now on, closed also if this fails
   * @throws IOException if the second connection cannot be opened
   */
  public static Engine start(AsyncConnection connection, EngineSettings settings, Clock clock)
      throws IOException {
    AsyncConnection once;
    try {
      once = OwnConnection.openWithoutRetries(connection.getConfiguration());
    } catch (IOException | RuntimeException | Error unreachable) {
      OwnConnection.closeQuietly(connection);
      throw unreachable;
    }
    return owning(List.of(once, connection), connection, once, settings, clock);
  }

  private static Engine owning(
      List<AsyncConnection> owned,
      AsyncConnection connection,
      AsyncConnection once,
      EngineSettings settings,
      Clock clock) {
    try {
      return new Engine(EngineResources.real(connection, once, settings, clock), owned, settings);
    } catch (RuntimeException | Error broken) {
      owned.forEach(OwnConnection::closeQuietly);
      throw broken;
    }
  }

  /**
   * Creates an engine on a connection that its owner closes. Does not check whether an HBase
   * answers.
   *
   * @return fails with an {@code IOException} if the second connection cannot be opened
   */
  public static CompletableFuture<Engine> startOn(
      AsyncConnection connection, EngineSettings settings, Clock clock) {
    return OwnConnection.openWithoutRetries(connection)
        .thenApply(once -> owning(List.of(once), connection, once, settings, clock));
  }

  public AsyncConnection connection() {
    return resources.connection();
  }

  public LockProtocol protocol() {
    return protocol;
  }

  /** Returns a view of the store that counts its requests as those of the background. */
  public RowStore backgroundStore() {
    return resources.stores().apply(background);
  }

  public Environment environment() {
    return environment;
  }

  public Telemetry telemetry() {
    return telemetry;
  }

  /** Returns the executor that starts user code; it may refuse a task. */
  public Executor starts() {
    return starts;
  }

  /** Returns the executor that completes futures of users; it never refuses a task. */
  public Executor callbacks() {
    return callbacks;
  }

  /** Requests so far that a caller waited for. */
  public long foregroundRequests() {
    return foreground.sum();
  }

  /** Requests so far in the background. */
  public long backgroundRequests() {
    return background.sum();
  }

  /** Waits until no background work is left. */
  public void drain() throws IOException {
    var unused =
        Blocking.await(
            protocol.drain(), "Interrupted while waiting for the background", Engine::notDrained);
  }

  /** Completes, on the callbacks, when no background work is left. */
  public CompletableFuture<Void> drainAsync() {
    return Async.pipe(protocol.drain(), new CompletableFuture<>(), Engine::notDrained, callbacks);
  }

  private static IOException notDrained(Throwable failure) {
    Throwable cause = Async.unwrap(failure);
    return new IOException("Cleaning up in the background failed: " + cause.getMessage(), cause);
  }

  /**
   * Checks that the engine is open.
   *
   * @throws IllegalStateException if the engine is closed
   */
  public void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("The transaction manager is closed");
    }
  }

  /** Gives background work a limited time, then stops everything. Further calls do nothing. */
  public void close() {
    if (!closed.getAndSet(true)) {
      drainInTime();
      release();
    }
  }

  /**
   * Closes the engine on a separate thread. Completes when everything has stopped, also if another
   * call stopped it.
   */
  public CompletableFuture<Void> closeAsync() {
    if (!closed.getAndSet(true)) {
      var unused =
          protocol
              .drain()
              .copy()
              .orTimeout(drainTimeout.toMillis(), TimeUnit.MILLISECONDS)
              .whenCompleteAsync(
                  (drained, left) -> {
                    if (left != null) {
                      warnOfLocksLeft(left);
                    }
                    release();
                  },
                  resources.workers());
    }
    return released;
  }

  private void release() {
    resources.stop().run();
    ownCallbacks.ifPresent(ExecutorService::shutdown);
    resources.workers().shutdown();
    owned.forEach(OwnConnection::closeQuietly);
    released.complete(null);
  }

  private void drainInTime() {
    try {
      protocol.drain().get(drainTimeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException left) {
      warnOfLocksLeft(left);
    }
  }

  private void warnOfLocksLeft(Throwable left) {
    String message =
        "Locks of committed transactions are left for other clients to settle: the clean-up did not"
            + " end within "
            + drainTimeout;
    Quietly.warn(LOG, message, left);
  }
}
