package io.rowlock.internal.protocol.contention;

import com.google.common.base.Suppliers;
import io.rowlock.internal.protocol.commit.CommitProtocol;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.longread.Barriers;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits transactions in their turns at the rows that they write, and together those that wait for
 * the same rows.
 *
 * <p>Safety: {@link RowQueue} affects only speed, and {@link Combination} argues why transactions
 * can commit as one. Thread-safe.
 */
public final class CommitTurns {

  private final CommitProtocol commits;
  private final RowQueue queue;
  private final Environment environment;
  private final KeptVersions kept;
  private final Barriers barriers;
  private final int mostMembers;
  private final Duration longestTurn;

  /** Creates turns. */
  public CommitTurns(
      CommitProtocol commits,
      RowQueue queue,
      TableCatalog catalog,
      Barriers barriers,
      Environment environment,
      ProtocolSettings settings) {
    this.commits = commits;
    this.queue = queue;
    this.barriers = barriers;
    this.kept = new KeptVersions(catalog);
    this.environment = environment;
    this.mostMembers = settings.limits().mechanisms().members();
    this.longestTurn = settings.lockWait();
  }

  /** Commits. Completes when the transaction is committed forever. */
  public CompletableFuture<Void> commit(CommitRequest request, Reservation reservation) {
    if (reservation.isInTurn()) {
      CommitRequest held = request.with(reservation);
      // A transaction with a hold must go on: its locks would be in a reader's way.
      return reservation.escalationLock() == null
          ? whenOpen(held, () -> commits.commit(held))
          : commits.commit(held);
    }
    if (reservation.yields() && queue.isAnyContested(reliedOn(request))) {
      return CompletableFuture.failedFuture(inLine(request));
    }
    return inTurn(request, Combination.mayCombine(request) ? Passenger.of(request) : null);
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
    Reservation reservation = Reservation.of(turn);
    Passenger leader = Passenger.of(request.with(reservation));
    var unused =
        whenOpen(request, () -> commit(leader, reservation, turn, mayCombine))
            .whenComplete(
                (done, failure) -> {
                  try {
                    reservation.release();
                  } finally { // whatever the release meets, such as an error
                    leader.end(failure);
                  }
                });
    return leader.outcome();
  }

  /** Waits while a long reader opens its snapshot. */
  private CompletableFuture<Void> whenOpen(
      CommitRequest request, Supplier<CompletableFuture<Void>> commit) {
    return Async.guarded(() -> barriers.open(request.writes().keySet()))
        .thenCompose(open -> Async.guarded(commit));
  }

  private CompletableFuture<Void> commit(
      Passenger leader, Reservation reservation, RowQueue.Turn turn, boolean mayCombine) {
    Supplier<Combination> all =
        Suppliers.memoize(() -> new Combination(leader.request(), environment.random(), kept));
    List<Passenger> others = mayCombine ? takeAlong(turn, all) : List.of();
    return others.isEmpty()
        ? commits.commit(leader.request())
        : together(all.get(), reservation, leader, others);
  }

  /** Returns those that commit with the leader. Stopped ones leave the line without a turn. */
  private List<Passenger> takeAlong(RowQueue.Turn turn, Supplier<Combination> all) {
    return queue
        .takeAlong(turn, mostMembers - 1, next -> !next.isOpen() || all.get().take(next.request()))
        .stream()
        .filter(next -> !next.hasEnded())
        .toList();
  }

  private CompletableFuture<Void> together(
      Combination all, Reservation reservation, Passenger leader, List<Passenger> others) {
    try {
      Mechanism.COMBINED_COMMITS.fires(others.size());
      List<Passenger> members = new ArrayList<>(others);
      members.add(0, leader);
      long begun = now();
      return new CombinedCommit(
              reservation,
              () -> now() - begun > longestTurn.toNanos(),
              commits::commit,
              next -> inTurn(next, null))
          .run(all, members);
    } catch (Throwable broken) { // an Error: by its own gate each finds whether it may commit
      others.forEach(passenger -> passenger.failed(broken));
      throw broken;
    }
  }

  private long now() {
    return environment.clock().monotonicNanos();
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
