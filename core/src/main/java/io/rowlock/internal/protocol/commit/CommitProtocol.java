package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.ReadValidation;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.Quietly;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits transactions (protocol, section 5).
 *
 * <p>Safety in short: the lock of the primary decides. Until the commit point every new value is
 * stored in a lock cell only, and each client that meets such a lock finds at the primary whether
 * the value counts. The commit point is sent only while all write locks are held, and after
 * everything that was read was found unchanged under them. So the instant of the commit point is
 * one at which all reads and all writes hold together. A parallel commit has no such point: it is
 * committed as soon as all of its rows are locked. An attempt that cannot continue is taken back
 * completely; only then, and under a fresh identity, may the same writes be tried again (I4).
 */
public final class CommitProtocol {

  private static final Logger LOG = LoggerFactory.getLogger(CommitProtocol.class);

  private final CommitPlanner planner;
  private final Prewrite prewrite;
  private final ReadValidation validation;
  private final CommitPoint commitPoint;
  private final ParallelCommit parallel;
  private final ParallelFinish parallelFinish;
  private final RollForward rollForward;
  private final Abort abort;
  private final BackgroundWork background;
  private final Heartbeat.Source heartbeats;
  private final Environment environment;
  private final ProtocolSettings settings;

  public CommitProtocol(
      CommitPlanner planner,
      Prewrite prewrite,
      ReadValidation validation,
      CommitPoint commitPoint,
      ParallelCommit parallel,
      ParallelFinish parallelFinish,
      RollForward rollForward,
      Abort abort,
      BackgroundWork background,
      Heartbeat.Source heartbeats,
      Environment environment,
      ProtocolSettings settings) {
    this.planner = planner;
    this.prewrite = prewrite;
    this.validation = validation;
    this.commitPoint = commitPoint;
    this.parallel = parallel;
    this.parallelFinish = parallelFinish;
    this.rollForward = rollForward;
    this.abort = abort;
    this.background = background;
    this.heartbeats = heartbeats;
    this.environment = environment;
    this.settings = settings;
  }

  /** Commits a request that has the turn at its rows, or needs none. */
  public CompletableFuture<Void> commit(CommitRequest request) {
    return commit(request, request.id(), 1);
  }

  private CompletableFuture<Void> commit(CommitRequest request, TransactionId id, int number) {
    return Async.recover(
        once(request, id, number), failure -> againAfter(failure, request, number));
  }

  private CompletableFuture<Void> once(CommitRequest request, TransactionId id, int number) {
    Observed.tell(() -> request.observer().commitsAs(id, 0));
    return Observed.run(
            Phase.LOCK, request.observer(), () -> Async.guarded(() -> plan(request, id, number)))
        .thenCompose(
            plan ->
                plan.isPresent()
                    ? attempt(new CommitAttempt(plan.get(), request.observer()), request)
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
    if (number >= settings.limits().tries().attempts()) {
      return CompletableFuture.failedFuture(
          ProtocolFailure.conflict(
              lost.row(),
              "Lost too often against other transactions",
              Conflict.lostRace(lost).in(Phase.LOCK)));
    }
    request.gate().check();
    Observed.tell(request.observer()::commitsAgain);
    return tryAgain(request, number + 1);
  }

  private CompletableFuture<Void> tryAgain(CommitRequest request, int number) {
    return commit(request, TransactionId.fresh(environment.random()), number);
  }

  /**
   * The commit path. Until the gate every failure takes the attempt back. After the gate only one
   * thing does: the proof that the attempt has not committed and never will. Any other failure
   * after the gate leaves the outcome unknown, whatever its source.
   */
  private CompletableFuture<Void> attempt(CommitAttempt attempt, CommitRequest request) {
    Heartbeat heartbeat = heartbeats.of(attempt);
    if (!attempt.plan().isParallel()) {
      return inOrder(attempt, heartbeat, request);
    }
    return passGate(attempt, request)
        .thenCompose(passed -> inParallel(attempt, heartbeat, request));
  }

  /** Commits by locking all rows at once: {@link ParallelCommit}. */
  private CompletableFuture<Void> inParallel(
      CommitAttempt attempt, Heartbeat heartbeat, CommitRequest request) {
    Mechanism.PARALLEL_COMMIT.fires(1);
    return Async.recover(
            Async.guarded(() -> prewrite(attempt, heartbeat, request.gate())),
            failure -> settle(attempt, heartbeat, request, failure))
        .thenCompose(
            done -> {
              request.gate().committed();
              request.hold().hasWritten(attempt.plan().written());
              return inBackground(
                  attempt,
                  request.hold(),
                  () -> heartbeat.stop().thenCompose(still -> parallelFinish.finish(attempt)));
            });
  }

  private CompletableFuture<Void> settle(
      CommitAttempt attempt, Heartbeat heartbeat, CommitRequest request, Throwable failure) {
    CompletableFuture<Boolean> settled =
        Observed.run(
            Phase.COMMIT,
            attempt.observer(),
            () -> heartbeat.stop().thenCompose(still -> parallel.isCommitted(attempt, failure)));
    return Async.recover(settled, doubt -> CompletableFuture.failedFuture(attempt.unknown(doubt)))
        .thenCompose(
            committed ->
                committed
                    ? CompletableFuture.completedFuture(null)
                    : notCommitted(attempt, request, ProtocolFailure.beforeCommit(failure)));
  }

  private CompletableFuture<Void> inOrder(
      CommitAttempt attempt, Heartbeat heartbeat, CommitRequest request) {
    CompletableFuture<Void> ready =
        lockAndValidate(attempt, heartbeat, request.gate())
            .thenCompose(valid -> planner.confirm(attempt.plan())) // may wait: the locks still beat
            .thenCompose(confirmed -> heartbeat.stop())
            .thenCompose(still -> passGate(attempt, request));
    return Async.recover(
            ready,
            failure ->
                heartbeat.stop().thenCompose(still -> takeBack(attempt, request.hold(), failure)))
        .thenCompose(passed -> takeCommitPoint(attempt, request))
        .thenCompose(
            primary -> {
              request.gate().committed();
              request.hold().hasWritten(attempt.plan().written());
              handOver(attempt.plan(), primary);
              return rollForward(attempt, primary, request.hold());
            });
  }

  /** Never fails: the transaction is committed. */
  private static void handOver(CommitPlan plan, LockedRow primary) {
    NextHold next = plan.nextHold();
    if (next != null) {
      try {
        next.afterCommit(primary);
      } catch (Throwable failure) { // such as a timer that is closed
        Quietly.run(LOG, "Not logged", () -> LOG.debug("A lock was not handed over", failure));
        var unused = next.giveUp();
      }
    }
  }

  private CompletableFuture<Void> passGate(CommitAttempt attempt, CommitRequest request) {
    return planner.confirm(attempt.plan()).thenRun(request.gate()::pass);
  }

  private CompletableFuture<Void> lockAndValidate(
      CommitAttempt attempt, Heartbeat heartbeat, Gate gate) {
    return Async.guarded(() -> prewrite(attempt, heartbeat, gate))
        .thenCompose(locked -> validateUnderLocks(attempt));
  }

  private CompletableFuture<LockedRow> takeCommitPoint(
      CommitAttempt attempt, CommitRequest request) {
    return Async.recover(
        Observed.run(Phase.COMMIT, attempt.observer(), () -> commitPoint.pass(attempt)),
        failure -> afterFailure(attempt, request, failure));
  }

  private CompletableFuture<LockedRow> afterFailure(
      CommitAttempt attempt, CommitRequest request, Throwable failure) {
    if (CommitPoint.isProof(failure)) {
      return notCommitted(attempt, request, failure);
    }
    NextHold next = attempt.plan().nextHold();
    if (next != null) {
      request.hold().keepTurnWhileTakenBack(next.giveUp());
    }
    return CompletableFuture.failedFuture(attempt.unknown(failure));
  }

  /** Takes back an attempt of which section 8 has proved that it never commits. */
  private <T> CompletableFuture<T> notCommitted(
      CommitAttempt attempt, CommitRequest request, Throwable failure) {
    request.gate().reopen();
    return takeBack(attempt, request.hold(), failure);
  }

  private CompletableFuture<Void> prewrite(CommitAttempt attempt, Heartbeat heartbeat, Gate gate) {
    if (attempt.plan().isSingleWrite()) {
      return CompletableFuture.completedFuture(null);
    }
    gate.check();
    heartbeat.start();
    return Observed.run(Phase.LOCK, attempt.observer(), () -> prewrite.allRows(attempt));
  }

  private CompletableFuture<Void> validateUnderLocks(CommitAttempt attempt) {
    CommitPlan plan = attempt.plan();
    if (!plan.validates()) {
      return CompletableFuture.completedFuture(null);
    }
    WaitPolicy waitPolicy = plan.waitPolicy(environment, settings.lockWait());
    return Observed.run(
        Phase.VALIDATE,
        attempt.observer(),
        () -> validation.validate(plan.reads(), plan.written(), waitPolicy));
  }

  /** Validates what was read, for a transaction that writes nothing, or whose user code failed. */
  public CompletableFuture<Void> validate(ReadSet reads, Hold hold, TransactionObserver observer) {
    WaitPolicy waitPolicy = hold.waitPolicy(environment, settings.lockWait());
    return Observed.run(
        Phase.VALIDATE, observer, () -> validation.validate(reads, Set.of(), waitPolicy));
  }

  /** Rolls the committed transaction forward. No failure from here on makes the commit fail. */
  private CompletableFuture<Void> rollForward(CommitAttempt attempt, LockedRow primary, Hold hold) {
    if (!primary.isCommittedBy(attempt.plan().id())) {
      return CompletableFuture.completedFuture(null);
    }
    return inBackground(
        attempt, hold, () -> rollForward.finish(primary, attempt.heldSecondaries()));
  }

  private CompletableFuture<Void> inBackground(
      CommitAttempt attempt, Hold hold, Supplier<CompletableFuture<Void>> work) {
    boolean wait = settings.waitForRollForward() || background.isFull();
    CompletableFuture<Void> done =
        background.start(() -> Observed.run(Phase.ROLL_FORWARD, attempt.observer(), work));
    hold.keepTurnUntil(done);
    return wait ? done : CompletableFuture.completedFuture(null);
  }

  /**
   * Takes back an attempt that cannot commit. After a lost race the returned future waits for this,
   * because the next attempt needs the rows; a conflict is reported at once.
   */
  private <T> CompletableFuture<T> takeBack(CommitAttempt attempt, Hold hold, Throwable failure) {
    CompletableFuture<T> failed = CompletableFuture.failedFuture(failure);
    CompletableFuture<Void> released =
        background.start(
            () -> Observed.run(Phase.ROLL_BACK, attempt.observer(), () -> abort.rollBack(attempt)));
    hold.keepTurnWhileTakenBack(released);
    return failure instanceof LostRaceException ? released.thenCompose(done -> failed) : failed;
  }
}
