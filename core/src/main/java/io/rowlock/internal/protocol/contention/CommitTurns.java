package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitProtocol;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.longread.LongReads;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RowKey;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commits transactions in their turns at the rows that they write, and together those that wait for
 * the same rows.
 *
 * <p>Safety: {@link RowQueue} affects only speed, and {@link Combination} argues why transactions
 * can commit as one. Thread-safe.
 */
public record CommitTurns(
    Parts parts, CommitProtocol commits, RowQueue queue, LongReads longReads) {

  /** Commits. Completes when the transaction is committed forever. */
  public CompletableFuture<Void> commit(CommitRequest request, Reservation reservation) {
    CommitRequest held = request.with(reservation);
    if (reservation instanceof RowHold) { // goes on: its locks would be in a reader's way
      return commits.commit(held);
    }
    if (reservation instanceof RowTurn) {
      return whenOpen(request).thenCompose(open -> commits.commit(held));
    }
    if (reservation == Reservation.YIELDING && queue.isAnyContested(reliedOn(request))) {
      return CompletableFuture.failedFuture(inLine(request));
    }
    return inTurn(request, Combination.mayCombine(request) ? Member.of(request) : null);
  }

  /**
   * Commits at the transaction's turn, with the transactions that wait for its rows.
   *
   * @param member null if the transaction must commit by itself
   */
  private CompletableFuture<Void> inTurn(CommitRequest request, @Nullable Member member) {
    RowTurn turn = new RowTurn(queue, request.writes().keySet(), member, OptionalLong.empty());
    CompletableFuture<RowTurn> begun =
        Observed.begin(Phase.QUEUE, request.observer())
            .end(Async.DONE.thenCompose(begin -> queue.take(turn)));
    CommitRequest current = begun.isDone() ? request : request.afterOthers();
    return begun.thenCompose(
        taken ->
            member != null && turn.isCombined
                ? parts.environment().propagator().propagate(member.outcome())
                : commit(Member.of(current.with(turn)), turn));
  }

  private CompletableFuture<Void> commit(Member leader, RowTurn turn) {
    var unused =
        whenOpen(leader.request())
            .thenCompose(open -> withOthers(leader, turn))
            .whenComplete(
                (done, failure) -> {
                  try {
                    turn.release();
                  } finally { // whatever the release meets, such as an error
                    leader.end(failure);
                  }
                });
    return leader.outcome();
  }

  /** Waits while a long reader opens its snapshot. */
  private CompletableFuture<Void> whenOpen(CommitRequest request) {
    return Async.guarded(() -> longReads.mayWrite(request.writes().keySet()));
  }

  private CompletableFuture<Void> withOthers(Member leader, RowTurn turn) {
    if (turn.member == null) {
      return commits.commit(leader.request());
    }
    Combination all =
        new Combination(leader, parts.environment().random(), new KeptVersions(parts.catalog()));
    int most = parts.settings().limits().mechanisms().members() - 1;
    // stopped ones leave the line without a turn
    queue.takeMembers(turn, most, next -> !next.isOpen() || all.take(next));
    List<Member> others = all.members().subList(1, all.members().size());
    return others.isEmpty() ? commits.commit(leader.request()) : together(all, turn, others);
  }

  private CompletableFuture<Void> together(Combination all, RowTurn turn, List<Member> others) {
    try {
      Mechanism.COMBINED_COMMITS.fires(others.size());
      long begun = now();
      return new CombinedCommit(
              turn,
              () -> now() - begun > parts.settings().lockWait().toNanos(),
              commits::commit,
              next -> inTurn(next, null))
          .run(all);
    } catch (Throwable broken) { // an Error: by its own gate each finds whether it may commit
      others.forEach(member -> member.end(broken));
      throw broken;
    }
  }

  private long now() {
    return parts.environment().clock().monotonicNanos();
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
