package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;

/**
 * Delivers conditional writes, each at most once as far as the client can know.
 *
 * <p>A request is repeated only after an error that servers raise before they apply a write, and
 * until the operation's time limit passes. The first error that leaves a doubt ends the attempts,
 * so the last error decides. Because another coprocessor can raise the same error after the write
 * was applied, the answer contains whether a region may have applied an attempt at all. For the
 * same reason "not equal" proves that the write was not applied only if surely no region has
 * applied an earlier attempt. HBase's client makes none of its own ({@link TableViews}).
 *
 * <p>An attempt notes when its request is given to HBase's client. Any failure before that proves
 * that nothing was sent; any exception or error after it does not, a StackOverflowError in
 * Rowlock's code included.
 */
record WriteDelivery(TableViews tables, RegionServers servers, RpcSender sender) {

  /** Regions that move are usually found again at the second or third attempt. */
  private static final int SUSPICIOUS_ATTEMPTS = 3;

  /** Finds the server for a request. */
  interface Search {
    /** Returns empty if no server can take the request as it is. */
    CompletableFuture<Optional<ServerName>> find(Duration limit);
  }

  /**
   * One RPC.
   *
   * @param key one of the rows written
   * @param rpc sends it once
   */
  record Request(RowKey key, Search search, Supplier<CompletableFuture<WriteOutcome>> rpc) {}

  /**
   * One of the attempts at a write.
   *
   * @param number counted from 1
   * @param doubt set when a region may have applied one of the attempts, which share it: a failure
   *     of a later one may be handled as that of an earlier one
   * @param sent set before the request leaves
   */
  private record Attempt(
      int number, Request request, Deadline deadline, AtomicBoolean doubt, AtomicBoolean sent) {

    static Attempt first(Request request, Deadline deadline) {
      return new Attempt(1, request, deadline, new AtomicBoolean(), new AtomicBoolean());
    }

    Attempt next() {
      sent.set(false); // this one has done nothing
      return new Attempt(number + 1, request, deadline, doubt, sent);
    }

    void noteFailure(Throwable cause) {
      if (!FaultClassifier.isBeforeWrite(cause)) {
        doubt.set(true);
      }
    }

    /** Returns what the answer proves, given that HBase's client has sent this attempt once. */
    WriteOutcome proofOf(WriteOutcome outcome) {
      return outcome.equals(WriteOutcome.NOT_EQUAL) && !doubt.get()
          ? WriteOutcome.TURNED_DOWN
          : outcome;
    }

    CompletableFuture<WriteOutcome> rejected(Throwable cause) {
      boolean isBarred = FaultClassifier.isBarred(cause);
      WriteOutcome doubtful = isBarred ? WriteOutcome.barred(cause) : WriteOutcome.rejected(cause);
      return CompletableFuture.completedFuture(
          doubt.get() ? doubtful : WriteOutcome.unapplied(cause));
    }

    /** Returns the outcome after a failure that no answer of a server explains. */
    WriteOutcome brokenOff(Throwable failure) {
      Throwable cause = Async.unwrap(failure);
      return sent.get() ? WriteOutcome.maybeApplied(cause) : WriteOutcome.rejected(cause);
    }
  }

  /** Delivers the write of one row. Never fails exceptionally. */
  CompletableFuture<WriteOutcome> deliver(ConditionalWrite write) {
    CheckAndMutate request;
    try {
      request = WriteRequests.of(write);
    } catch (Throwable malformed) { // nothing has been sent yet
      return CompletableFuture.completedFuture(WriteOutcome.unapplied(malformed));
    }
    return deliver(write.key(), request);
  }

  /** Delivers the removal. Never fails exceptionally. */
  CompletableFuture<WriteOutcome> deliver(LockRemoval removal) {
    return Async.guarded(() -> deliver(removal.key(), WriteRequests.of(removal)))
        .exceptionally(WriteOutcome::rejected);
  }

  private CompletableFuture<WriteOutcome> deliver(RowKey key, CheckAndMutate request) {
    return deliver(
        new Request(
            key,
            limit -> servers.serving(key, limit).thenApply(Optional::of),
            () ->
                tables
                    .forWrites(key.table())
                    .checkAndMutate(request)
                    .thenApply(WriteDelivery::outcome)));
  }

  private static WriteOutcome outcome(CheckAndMutateResult result) {
    return result.isSuccess() ? WriteOutcome.APPLIED : WriteOutcome.NOT_EQUAL;
  }

  /** Delivers a write. Never fails exceptionally. */
  CompletableFuture<WriteOutcome> deliver(Request request) {
    Deadline deadline = Deadline.after(servers.limit(), servers.environment().clock());
    Attempt first = Attempt.first(request, deadline);
    return Async.guarded(() -> run(first)).exceptionally(first::brokenOff);
  }

  private CompletableFuture<WriteOutcome> run(Attempt attempt) {
    var found = attempt.request().search().find(attempt.deadline().remaining());
    var written =
        found.thenCompose(
            server ->
                server.isPresent()
                    ? sendTo(server.get(), attempt)
                    : CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED));
    return Async.recover(written, fault -> unanswered(fault, attempt));
  }

  /** Handles a failed search, or a failure in Rowlock's own code, perhaps after the request. */
  private CompletableFuture<WriteOutcome> unanswered(Throwable fault, Attempt attempt) {
    return attempt.sent().get()
        ? CompletableFuture.completedFuture(attempt.brokenOff(fault))
        : settleUnsent(fault, attempt);
  }

  private CompletableFuture<WriteOutcome> sendTo(ServerName server, Attempt attempt) {
    var sent = sender.send(server, () -> sendNow(attempt)).thenApply(attempt::proofOf);
    return Async.recover(sent, fault -> settle(fault, attempt));
  }

  private CompletableFuture<WriteOutcome> sendNow(Attempt attempt) {
    if (attempt.deadline().isPast()) {
      return CompletableFuture.failedFuture(
          new NotSentException("Waited too long to write " + attempt.request().key()));
    }
    attempt.sent().set(true);
    return attempt.request().rpc().get();
  }

  private CompletableFuture<WriteOutcome> settle(Throwable fault, Attempt attempt) {
    if (!attempt.sent().get()) {
      return settleUnsent(fault, attempt);
    }
    Throwable cause = FaultClassifier.causeOf(fault);
    attempt.noteFailure(cause);
    return switch (FaultClassifier.classify(cause)) {
      case REPEATABLE -> repeat(attempt, cause);
      case USELESS -> attempt.rejected(cause);
      case DOUBTFUL -> CompletableFuture.completedFuture(WriteOutcome.maybeApplied(cause));
    };
  }

  /**
   * Handles a request that has not left. Waiting does not remove an error of the virtual machine.
   */
  private CompletableFuture<WriteOutcome> settleUnsent(Throwable fault, Attempt attempt) {
    Throwable cause = FaultClassifier.causeOf(fault);
    boolean isUseless =
        cause instanceof Error || FaultClassifier.classify(cause) == WriteFault.USELESS;
    return isUseless ? attempt.rejected(cause) : repeat(attempt, cause);
  }

  /**
   * Repeats the request. A region without a server may be moving, or its table is disabled. HBase's
   * client makes the same check when it repeats requests by itself.
   */
  private CompletableFuture<WriteOutcome> repeat(Attempt attempt, Throwable cause) {
    boolean suspicious =
        attempt.number() >= SUSPICIOUS_ATTEMPTS && cause instanceof NotServingRegionException;
    return suspicious
        ? isDisabled(attempt)
            .thenCompose(disabled -> disabled ? disabled(attempt) : repeatLater(attempt, cause))
        : repeatLater(attempt, cause);
  }

  /** Returns whether the table is disabled; false also without an answer. */
  private CompletableFuture<Boolean> isDisabled(Attempt attempt) {
    TableName table = attempt.request().key().table();
    return servers
        .limited(
            Async.guarded(() -> tables.admin.isTableDisabled(table)),
            attempt.deadline().remaining(),
            table)
        .exceptionally(any -> false);
  }

  private static CompletableFuture<WriteOutcome> disabled(Attempt attempt) {
    return attempt.rejected(new TableNotEnabledException(attempt.request().key().table()));
  }

  private CompletableFuture<WriteOutcome> repeatLater(Attempt attempt, Throwable cause) {
    Duration pause = BackOff.after(attempt.number(), cause);
    return attempt.deadline().allows(pause)
        ? servers.environment().jitteredPause(pause).thenCompose(ended -> run(attempt.next()))
        : attempt.rejected(cause);
  }
}
