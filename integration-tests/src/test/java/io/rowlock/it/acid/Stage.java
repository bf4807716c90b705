package io.rowlock.it.acid;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.it.acid.Actors.FirstActor;
import io.rowlock.it.acid.Play.Meeting;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/** Runs T1 and T2 at the same time, each with its own client. */
final class Stage implements AutoCloseable {
  /** If T2 has not ended after this time, it waits for T1. */
  private static final Duration GRACE = Duration.ofMillis(300);

  /** A time after the last retry of clients. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Actors actors;
  private final Client second;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          new ThreadFactoryBuilder().setNameFormat("tpcc-acid-%d").setDaemon(true).build());

  Stage(Actors actors) throws IOException {
    this.actors = actors;
    this.second = actors.second();
  }

  /** The result of a business transaction without rivals. */
  <T> T ask(Work<T> work) throws IOException {
    T result = second.run(work).result();
    second.settle();
    return result;
  }

  /** Stops T1 and runs T2; empty if T1 ended without passing the stop point. */
  <A, B> Optional<Meeting<A, B>> meet(Play<A, B> play) throws IOException {
    try (FirstActor first = actors.first()) {
      StopGate gate = first.gate();
      gate.stopAt(play.stop(), play.isReadOnly());
      CompletableFuture<Ended<A>> one = start(first.client(), play.first(gate));
      if (play.stop() == StopPoint.ALL_STABLE) {
        var unused = await(one);
        first.client().settle();
      } else if (!stops(gate, one)) {
        first.client().settle();
        return Optional.empty();
      }
      CompletableFuture<Ended<B>> two = start(second, play.second());
      boolean isAtOnce = endsWithin(GRACE, two);
      Meeting<A, B> meeting = goOn(play, first, one, two, isAtOnce);
      second.settle();
      return Optional.of(meeting);
    }
  }

  private static <A, B> Meeting<A, B> goOn(
      Play<A, B> play,
      FirstActor first,
      CompletableFuture<Ended<A>> one,
      CompletableFuture<Ended<B>> two,
      boolean isAtOnce)
      throws IOException {
    if (play.fate() == Play.Fate.DIES) {
      first.die();
      return new Meeting<>(play.stop(), null, await(two), isAtOnce);
    }
    first.gate().goOn();
    Ended<A> ended = await(one);
    Ended<B> other = await(two);
    first.client().settle();
    return new Meeting<>(play.stop(), ended, other, isAtOnce);
  }

  private <T> CompletableFuture<Ended<T>> start(Client client, Work<T> work) {
    CompletableFuture<Ended<T>> ended = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            ended.complete(client.run(work));
          } catch (IOException | RuntimeException | Error e) {
            ended.completeExceptionally(e);
          }
        });
    return ended;
  }

  /** Returns false if T1 ends instead. */
  private static boolean stops(StopGate gate, CompletableFuture<?> one) throws IOException {
    CompletableFuture<?> ended = one.handle((result, failure) -> null);
    var unused = await(CompletableFuture.anyOf(gate.stopped(), ended));
    if (gate.stopped().isDone()) {
      return true;
    }
    await(one);
    return false;
  }

  private static boolean endsWithin(Duration time, CompletableFuture<?> future) throws IOException {
    try {
      var unused = future.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  private static <T> T await(CompletableFuture<T> future) throws IOException {
    return Interruption.await(future.copy().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    second.close();
  }
}
