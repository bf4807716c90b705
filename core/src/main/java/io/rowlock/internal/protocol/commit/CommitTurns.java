package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commits transactions in their turns at the rows that they write, and together those that wait for
 * the same rows.
 *
 * <p>Safety: {@link RowQueue} affects only speed, and {@link Combination} says why transactions can
 * commit as one. Thread-safe.
 */
public final class CommitTurns {

  private final CommitProtocol commits;
  private final RowQueue queue;
  private final Environment environment;
  private final KeptVersions kept;
  private final int mostMembers;

  /**
   * Creates turns.
   *
   * @param mostMembers the transactions that commit as one, at most
   */
  public CommitTurns(
      CommitProtocol commits,
      RowQueue queue,
      TableCatalog catalog,
      Environment environment,
      int mostMembers) {
    this.commits = commits;
    this.queue = queue;
    this.kept = new KeptVersions(catalog);
    this.environment = environment;
    this.mostMembers = mostMembers;
  }

  /** Commits. Completes when the transaction is committed forever. */
  public CompletableFuture<Void> commit(CommitRequest request) {
    if (request.reservation().isInTurn()) {
      return commits.commit(request);
    }
    if (request.reservation().yields() && queue.isAnyContested(reliedOn(request))) {
      return CompletableFuture.failedFuture(inLine(request));
    }
    return inTurn(request, Passenger.of(request));
  }

  /**
   * Commits at the transaction's turn, with the transactions that wait for its rows.
   *
   * @param passenger null if the transaction must commit by itself
   */
  private CompletableFuture<Void> inTurn(CommitRequest request, @Nullable Passenger passenger) {
    CompletableFuture<RowQueue.Turn> turn =
        Observed.run(
            Phase.QUEUE,
            request.observer(),
            () -> queue.take(request.writes().keySet(), passenger));
    CommitRequest current = turn.isDone() ? request : request.afterOthers();
    return turn.thenCompose(
        taken ->
            passenger != null && taken.isTakenAlong()
                ? environment.propagator().propagate(passenger.outcome())
                : commit(current, taken, passenger != null));
  }

  private CompletableFuture<Void> commit(
      CommitRequest request, RowQueue.Turn turn, boolean mayCombine) {
    Reservation reservation = Reservation.of(turn, null);
    CommitRequest alone = request.with(reservation);
    Combination all = new Combination(request, mostMembers, environment.random(), kept);
    List<Passenger> passengers =
        mayCombine ? queue.takeAlong(turn, passenger -> all.take(passenger.request())) : List.of();
    return Async.guarded(
            () ->
                passengers.isEmpty()
                    ? commits.commit(alone)
                    : together(all.request(reservation), passengers, alone))
        .whenComplete((done, failure) -> reservation.release());
  }

  /** Commits transactions as one: {@link Combination}. */
  private CompletableFuture<Void> together(
      CommitRequest all, List<Passenger> passengers, CommitRequest leader) {
    return Async.recover(
        Async.guarded(() -> commits.commit(all))
            .thenAccept(done -> passengers.forEach(Passenger::committed)),
        failure -> {
          if (!isSurelyNotCommitted(all, failure)) {
            passengers.forEach(passenger -> passenger.failed(failure));
            return CompletableFuture.failedFuture(failure);
          }
          all.gate().reopen();
          passengers.forEach(
              passenger -> passenger.endsAs(inTurn(passenger.request().afterOthers(), null)));
          return commits.commit(leader.afterOthers());
        });
  }

  private static boolean isSurelyNotCommitted(CommitRequest all, Throwable failure) {
    return !all.gate().isPassed()
        || (failure instanceof ProtocolFailure known && known.kind() != Kind.OUTCOME_UNKNOWN);
  }

  /**
   * Returns the rows that the transaction has read and writes: another writer of one of them causes
   * a conflict.
   */
  private static List<RowKey> reliedOn(CommitRequest request) {
    return request.writes().keySet().stream()
        .filter(row -> request.reads().versionOf(row).isPresent())
        .toList();
  }

  /**
   * Returns the conflict for a transaction whose reads would be stale at its turn. Its next attempt
   * takes the turn before it reads.
   */
  private static ProtocolFailure inLine(CommitRequest request) {
    return ProtocolFailure.conflict(
        reliedOn(request).get(0),
        "Another transaction of this process is about to write",
        Conflict.queued().in(Phase.QUEUE));
  }
}
