package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.ReadValidation;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits transactions (protocol, section 5).
 *
 * <p>Safety in short: the lock of the primary decides. Until the commit point every new value is
 * stored in a lock cell only, and each client that meets such a lock finds at the primary whether
 * the value counts. The commit point is sent only while all write locks are held, and after
 * everything that was read was found unchanged under them. So the instant of the commit point is
 * one at which all reads and all writes hold together. An attempt that cannot continue is taken
 * back completely; only then, and under a fresh identity, may the same writes be tried again (I4).
 */
public record CommitProtocol(
    Parts parts,
    CommitPlanner planner,
    Prewrite prewrite,
    ReadValidation validation,
    CommitPoint commitPoint,
    Abort abort,
    Heartbeat.Source heartbeats) {

  private static final Logger LOG = LoggerFactory.getLogger(CommitProtocol.class);

  /** Commits a request that has the turn at its rows, or needs none. */
  public CompletableFuture<Void> commit(CommitRequest request) {
    return commit(request, request.id(), 1);
  }

  private CompletableFuture<Void> commit(CommitRequest request, TransactionId id, int number) {
    return Async.recover(
        once(request, id, number), failure -> againAfter(failure, request, number));
  }

  private CompletableFuture<Void> once(CommitRequest request, TransactionId id, int number) {
    Observed.report(() -> request.observer().commitsAs(id, 0));
    return Observed.begin(Phase.LOCK, request.observer())
        .end(Async.DONE.thenCompose(begun -> plan(request, id, number)))
        .thenCompose(
            plan ->
                plan.isPresent()
                    ? attempt(plan.get(), request)
                    : validate(request.reads(), request.hold(), request.observer()));
  }

  private CompletableFuture<Optional<CommitPlan>> plan(
      CommitRequest request, TransactionId id, int number) {
    request.gate().check();
    return planner.plan(request, id, number > 1);
  }

  /**
   * Repeats the commit after a lost race, under a fresh identity. The locks of the lost attempt are
   * gone by now.
   */
  private CompletableFuture<Void> againAfter(Throwable failure, CommitRequest request, int number) {
    if (!(failure instanceof LostRaceException lost)) {
      return CompletableFuture.failedFuture(failure);
    }
    if (number >= parts.settings().limits().tries().attempts()) {
      return CompletableFuture.failedFuture(
          ProtocolFailure.conflict(
              lost.row(),
              "Lost too often against other transactions",
              Conflict.lostRace(lost).in(Phase.LOCK)));
    }
    request.gate().check();
    Observed.report(request.observer()::commitsAgain);
    return tryAgain(request, number + 1);
  }

  private CompletableFuture<Void> tryAgain(CommitRequest request, int number) {
    return commit(request, TransactionId.fresh(parts.environment().random()), number);
  }

  /**
   * The commit path. Until the gate every failure takes the attempt back. After the gate only one
   * thing does: the proof that the attempt has not committed and never will. Any other failure
   * after the gate leaves the outcome unknown, whatever its source.
   */
  private CompletableFuture<Void> attempt(CommitPlan plan, CommitRequest request) {
    CommitAttempt attempt =
        new CommitAttempt(plan.locks(), request.observer(), request.hold().id());
    CompletableFuture<Void> ready =
        plan.isOneRequest() ? Async.DONE : ready(plan, attempt, request);
    return Async.recover(
            ready.thenCompose(still -> passGate(attempt, request)),
            failure -> takeBack(attempt, request.hold(), failure))
        .thenCompose(passed -> takeCommitPoint(plan, attempt, request))
        .thenCompose(
            primary -> {
              committed(attempt, request);
              handOver(plan.nextHold(), primary);
              return rollForward(attempt, primary, request.hold());
            });
  }

  /** Locks all rows, and validates; the locks keep beating until the commit point is to follow. */
  private CompletableFuture<Void> ready(
      CommitPlan plan, CommitAttempt attempt, CommitRequest request) {
    Heartbeat heartbeat = heartbeats.of(attempt);
    return Async.recover(
        lockAndValidate(plan, attempt, heartbeat, request)
            .thenCompose(valid -> planner.confirm(plan.locks())) // may wait
            .thenCompose(confirmed -> heartbeat.stop()),
        failure -> heartbeat.stop().thenCompose(still -> CompletableFuture.failedFuture(failure)));
  }

  private CompletableFuture<Void> lockAndValidate(
      CommitPlan plan, CommitAttempt attempt, Heartbeat heartbeat, CommitRequest request) {
    return Async.DONE
        .thenCompose(begun -> prewrite(attempt, heartbeat, request.gate()))
        .thenCompose(locked -> validateUnderLocks(plan, attempt, request.reads()));
  }

  /** Prewrites all rows (5.1), and keeps the primary alive meanwhile. */
  private CompletableFuture<Void> prewrite(CommitAttempt attempt, Heartbeat heartbeat, Gate gate) {
    gate.check();
    heartbeat.start();
    return during(Phase.LOCK, attempt, begun -> prewrite.allRows(attempt));
  }

  /** Validates what was read (5.2). */
  private CompletableFuture<Void> validateUnderLocks(
      CommitPlan plan, CommitAttempt attempt, ReadSet reads) {
    if (!plan.validates()) {
      return Async.DONE;
    }
    WaitPolicy waitPolicy = attempt.waitPolicy(parts.environment(), parts.settings().lockWait());
    return during(
        Phase.VALIDATE,
        attempt,
        begun -> validation.validate(reads, plan.locks().keys(), waitPolicy));
  }

  private CompletableFuture<Void> passGate(CommitAttempt attempt, CommitRequest request) {
    return planner.confirm(attempt.plan()).thenRun(request.gate()::pass);
  }

  /** Sends the commit point (5.3), and settles its answer. */
  private CompletableFuture<LockedRow> takeCommitPoint(
      CommitPlan plan, CommitAttempt attempt, CommitRequest request) {
    return Async.recover(
        during(Phase.COMMIT, attempt, begun -> commitPoint.pass(plan, attempt)),
        failure -> afterFailure(plan, attempt, request, failure));
  }

  private CompletableFuture<LockedRow> afterFailure(
      CommitPlan plan, CommitAttempt attempt, CommitRequest request, Throwable failure) {
    if (CommitPoint.isProof(failure)) {
      request.gate().reopen();
      return takeBack(attempt, request.hold(), failure);
    }
    if (plan.nextHold() != null) {
      request.hold().keepTurnWhileTakenBack(plan.nextHold().giveUp());
    }
    return CompletableFuture.failedFuture(attempt.unknown(failure));
  }

  private static void committed(CommitAttempt attempt, CommitRequest request) {
    request.gate().committed();
    request.hold().hasWritten(attempt.plan().keys());
  }

  /** Never fails: the transaction is committed. */
  private static void handOver(@Nullable NextHold next, LockedRow primary) {
    if (next != null) {
      try {
        next.afterCommit(primary);
      } catch (Throwable failure) { // such as a timer that is closed
        Quietly.run(LOG, "Not logged", () -> LOG.debug("A lock was not handed over", failure));
        var unused = next.giveUp();
      }
    }
  }

  /** Rolls the transaction forward (5.4). No failure from here on makes the commit fail. */
  private CompletableFuture<Void> rollForward(CommitAttempt attempt, LockedRow primary, Hold hold) {
    if (!primary.isCommittedBy(attempt.plan().id())) {
      return Async.DONE;
    }
    BackgroundWork background = parts.background();
    boolean wait = parts.settings().waitForRollForward() || background.isFull();
    CompletableFuture<Void> done =
        background
            .begin()
            .end(
                during(
                    Phase.ROLL_FORWARD,
                    attempt,
                    begun -> parts.rollForward().finish(primary, attempt.heldSecondaries())));
    hold.keepTurnUntil(done);
    return wait ? done : Async.DONE;
  }

  /**
   * Takes back an attempt that cannot commit. After a lost race the returned future waits for this,
   * because the next attempt needs the rows; a conflict is reported at once.
   */
  private <T> CompletableFuture<T> takeBack(CommitAttempt attempt, Hold hold, Throwable failure) {
    CompletableFuture<T> failed = CompletableFuture.failedFuture(failure);
    CompletableFuture<Void> released =
        parts
            .background()
            .begin()
            .end(during(Phase.ROLL_BACK, attempt, begun -> abort.rollBack(attempt)));
    hold.keepTurnWhileTakenBack(released);
    return failure instanceof LostRaceException ? released.thenCompose(done -> failed) : failed;
  }

  /** Validates what was read, for a transaction that writes nothing, or whose user code failed. */
  public CompletableFuture<Void> validate(ReadSet reads, Hold hold, TransactionObserver observer) {
    WaitPolicy waitPolicy = hold.waitPolicy(parts.environment(), parts.settings().lockWait());
    return Observed.begin(Phase.VALIDATE, observer)
        .end(Async.DONE.thenCompose(begun -> validation.validate(reads, Set.of(), waitPolicy)));
  }

  private static <T> CompletableFuture<T> during(
      Phase phase, CommitAttempt attempt, Function<Void, CompletableFuture<T>> work) {
    return Observed.begin(phase, attempt.observer()).end(Async.DONE.thenCompose(work));
  }
}
