package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.ContextPropagator.Entered;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Lanes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.net.Address;
import org.jspecify.annotations.Nullable;

/**
 * Sends reads, scans and conditional writes to region servers: limited per server, and counted.
 * Requests for locations, descriptors and permissions bypass it. However long the RPC waits, it is
 * sent, and its answer is handled, in the context of the caller.
 */
record RpcSender(Limiter limiter, RpcCounter counter, ContextPropagator propagator) {

  /** Sends an operation that is one RPC. */
  <T> CompletableFuture<T> send(ServerName server, Supplier<CompletableFuture<T>> rpc) {
    return sendUncounted(
        server,
        () -> {
          counter.add(1);
          return rpc.get();
        },
        () -> 0);
  }

  /**
   * Sends an operation that counts its RPCs itself.
   *
   * @param progress changes as long as the operation is alive, however long it takes
   */
  <T> CompletableFuture<T> sendUncounted(
      ServerName server, Supplier<CompletableFuture<T>> rpcs, LongSupplier progress) {
    Rpc<T> rpc = new Rpc<>(propagator.capture(), rpcs, progress);
    limiter.submit(server.getAddress(), rpc);
    return propagator.propagate(rpc.answer);
  }

  /**
   * Limits the RPCs under way to each region server.
   *
   * <p>HBase's client sends every request at once, and a server refuses what does not fit its call
   * queue. Waiting here instead keeps the server's handlers for requests that can run, and costs no
   * thread. A server that restarts keeps its lane.
   *
   * <p>An RPC that HBase's client has lost fails in the end: after the patience, or when the client
   * is closed, which no timer outlives. Its server may have received it, as after any timeout.
   */
  static final class Limiter extends Lanes<Address, Rpc<?>> {

    private final Duration patience;
    private volatile boolean isClosed;

    /**
     * Returns a limiter without RPCs.
     *
     * @param patience longer than HBase's client takes to answer, with all its repetitions
     */
    Limiter(int maxInFlight, Duration patience, Environment environment) {
      super(maxInFlight, patience, environment);
      this.patience = patience;
    }

    @Override
    protected CompletableFuture<?> send(Address server, List<Rpc<?>> rpcs) {
      Rpc<?> rpc = rpcs.get(0);
      if (isClosed) {
        return rpc.refuse();
      }
      CompletableFuture<?> answered = rpc.send();
      if (isClosed) { // while it was being sent
        giveUp(rpcs);
      }
      return answered;
    }

    @Override
    protected boolean watchesAll() {
      return true;
    }

    @Override
    protected boolean isAlive(List<Rpc<?>> rpcs) {
      return !isClosed && rpcs.get(0).isAlive();
    }

    @Override
    protected void giveUp(List<Rpc<?>> rpcs) {
      String why =
          isClosed
              ? "The client was closed while a request was under way"
              : "HBase's client has not answered a request for " + patience;
      rpcs.get(0).fail(new TimeoutIOException(why));
    }

    @Override
    protected boolean isClosedBy(Throwable refused) {
      if (refused instanceof RejectedExecutionException) {
        isClosed = true;
      }
      return isClosed;
    }
  }

  /** One operation and the future of its answer. */
  private static final class Rpc<T> {

    private final Supplier<Entered> caller;
    private final Supplier<CompletableFuture<T>> call;
    private final LongSupplier progress;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private long seen; // guarded by the limiter
    private volatile @Nullable CompletableFuture<T> sent;

    Rpc(Supplier<Entered> caller, Supplier<CompletableFuture<T>> call, LongSupplier progress) {
      this.caller = caller;
      this.call = call;
      this.progress = progress;
      this.seen = progress.getAsLong();
    }

    /** Any exception or error while it is sent is its answer. */
    @SuppressWarnings("try") // the context is there to be left
    CompletableFuture<T> send() {
      try (Entered context = caller.get()) {
        CompletableFuture<T> promised = call.get();
        sent = promised;
        var unused =
            promised.whenComplete(
                (value, fault) ->
                    Async.complete(answer, value, fault == null ? null : Async.unwrap(fault)));
        return promised;
      } catch (Throwable broken) { // no answer will come
        answer.completeExceptionally(broken);
        return answer;
      }
    }

    /** Answers an RPC that is never sent. */
    CompletableFuture<T> refuse() {
      answer.completeExceptionally(new NotSentException("The client is closed"));
      return answer;
    }

    /** Notes the progress. An RPC that is still being sent is alive. */
    boolean isAlive() {
      long now = progress.getAsLong();
      boolean isAlive = sent == null || seen != now;
      seen = now;
      return isAlive;
    }

    /** Answers the RPC if HBase has not. An RPC that is still being sent is failed later. */
    void fail(Throwable fault) {
      CompletableFuture<T> promised = sent;
      if (promised != null) {
        promised.completeExceptionally(fault);
      }
    }
  }
}
