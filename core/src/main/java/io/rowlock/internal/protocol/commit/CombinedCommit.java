package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Commits a {@link Combination}, or each of its members by itself if that is not possible.
 *
 * <p>Safety: members commit by themselves in two cases only.
 *
 * <ul>
 *   <li>The combined commit has failed and its gate is open. So no request that could commit was
 *       sent, or a proof of section 8 has opened the gate again: the combination never commits.
 *   <li>The combined commit has lasted for {@code patience} without locking a row, and its gate was
 *       shut. From then on the gate stops every attempt of the combination before it writes
 *       anything, and opens no gate of a member ({@link CombinedGate}).
 * </ul>
 *
 * Exactly one of the two ways ends the members, whichever is first.
 */
final class CombinedCommit {

  private final Combination all;
  private final CommitRequest leader;
  private final List<Passenger> passengers;
  private final CommitProtocol commits;
  private final Function<CommitRequest, CompletableFuture<Void>> alone;
  private final CombinedGate gate;
  private final AtomicBoolean hasEnded = new AtomicBoolean();
  private final CompletableFuture<Void> outcome = new CompletableFuture<>();
  private final AtomicReference<@Nullable Runnable> alarm = new AtomicReference<>(this::expire);

  /**
   * Creates a commit that has not begun.
   *
   * @param leader has the turn
   * @param alone commits a passenger by itself
   */
  CombinedCommit(
      Combination all,
      CommitRequest leader,
      List<Passenger> passengers,
      CommitProtocol commits,
      Function<CommitRequest, CompletableFuture<Void>> alone) {
    this.all = all;
    this.leader = leader;
    this.passengers = passengers;
    this.commits = commits;
    this.alone = alone;
    this.gate = new CombinedGate(all.gates());
  }

  /** Commits; the future is that of the leader. */
  CompletableFuture<Void> run(Scheduler scheduler, Duration patience) {
    expireAfter(patience, scheduler, alarm);
    var unused =
        Async.guarded(() -> commits.commit(all.request(gate)))
            .whenComplete((done, failure) -> end(failure));
    return outcome;
  }

  /** The timer keeps only the alarm: members are not kept in memory after their end. */
  private void expireAfter(
      Duration patience, Scheduler scheduler, AtomicReference<@Nullable Runnable> onTime) {
    try {
      scheduler.schedule(patience, () -> ring(onTime));
    } catch (Throwable refused) { // no alarm comes, for example because the client is closed
      expire();
    }
  }

  private static void ring(AtomicReference<@Nullable Runnable> onTime) {
    Runnable ring = onTime.getAndSet(null);
    if (ring != null) {
      ring.run();
    }
  }

  /** One slow row must not keep the others waiting for longer than a turn. */
  private void expire() {
    if (isStopped()) {
      dissolve();
    }
  }

  private boolean isStopped() {
    return gate.shut(
        ProtocolFailure.timeout("The commit of several transactions as one took too long"));
  }

  private void end(@Nullable Throwable failure) {
    alarm.set(null);
    if (failure == null) {
      succeed();
    } else if (!isSurelyNotCommitted()) {
      fail(failure);
    } else { // the locks of the combination would turn its members down
      var unused = leader.reservation().cleanedUp().whenComplete((done, ignored) -> dissolve());
    }
  }

  private boolean isSurelyNotCommitted() {
    return !gate.isPassed();
  }

  private void succeed() {
    if (!hasEnded.getAndSet(true)) {
      passengers.forEach(Passenger::committed);
      outcome.complete(null);
    }
  }

  private void fail(Throwable failure) {
    if (!hasEnded.getAndSet(true)) {
      passengers.forEach(passenger -> passenger.failed(failure));
      outcome.completeExceptionally(failure);
    }
  }

  private void dissolve() {
    if (hasEnded.getAndSet(true)) {
      return;
    }
    for (Passenger passenger : passengers) {
      passenger.endsAs(Async.guarded(() -> alone.apply(passenger.request().afterOthers())));
    }
    var unused =
        Async.guarded(() -> commits.commit(leader.afterOthers()))
            .whenComplete(
                (done, failure) -> {
                  if (failure == null) {
                    outcome.complete(null);
                  } else {
                    outcome.completeExceptionally(failure);
                  }
                });
  }
}
