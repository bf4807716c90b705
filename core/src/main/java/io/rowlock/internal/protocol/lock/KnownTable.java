package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.TableFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.exceptions.MasterStoppedException;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one table, and the limits within which a commit may rely on them. Thread-safe.
 *
 * <p><b>Their age</b> ({@link FactsAge}). While the master answers, no caller gets facts older than
 * a minute: if the facts are older, the caller waits for new ones. Younger facts are renewed in the
 * background from half a minute on, so that a busy client never waits. While the master cannot be
 * reached, callers still get the old facts, as plain writes would use them; but never beyond ten
 * minutes, so that every client knows a change of the table by then. A commit that finds only older
 * facts fails before it writes anything. A failure to reach the master more than a minute ago
 * proves nothing any more: in that case a caller waits for the next answer or failure.
 *
 * <p>The age counts from before the request to the master, because its answer may take long. A
 * family that a read has shown counts as the table's at once.
 */
final class KnownTable {

  private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(1);

  private final TableName table;
  private final Supplier<CompletableFuture<TableFacts>> lookUp;
  private final Clock clock;
  private final FactsAge limits;
  private volatile @Nullable Known known;
  private volatile @Nullable Long failedNanos; // when the last request has not reached the master
  private @Nullable CompletableFuture<TableFacts> current; // the answer under way, if there is one

  KnownTable(
      TableName table,
      Supplier<CompletableFuture<TableFacts>> lookUp,
      Clock clock,
      FactsAge limits) {
    this.table = table;
    this.lookUp = lookUp;
    this.clock = clock;
    this.limits = limits;
  }

  /**
   * The result of the last request to the master.
   *
   * @param isDoubted whether the table has changed since
   */
  private record Known(TableFacts facts, long requestedNanos, boolean isDoubted) {

    boolean isYoungerThan(Duration age, long now) {
      return now - requestedNanos < age.toNanos();
    }
  }

  /** Returns facts that a commit may rely on now. */
  CompletableFuture<TableFacts> facts() {
    long now = clock.monotonicNanos();
    Known last = known;
    boolean serves = last != null && serves(last, now);
    if (last != null && serves && (isFresh(last, now) || failedWithin(BETWEEN_FAILURES, now))) {
      return CompletableFuture.completedFuture(last.facts());
    }
    CompletableFuture<TableFacts> answer = look(now, true);
    return last != null && serves
        ? CompletableFuture.completedFuture(last.facts())
        : Async.recover(answer, this::withoutMaster);
  }

  /** Returns facts that a commit may rely on now; null if it would have to wait for them. */
  @Nullable TableFacts present() {
    Known last = known;
    return last != null && serves(last, clock.monotonicNanos()) ? last.facts() : null;
  }

  private boolean serves(Known last, long now) {
    return last.isYoungerThan(limits.neverBeyond(), now)
        && (failedWithin(limits.waitAfter(), now)
            || (!last.isDoubted() && last.isYoungerThan(limits.waitAfter(), now)));
  }

  private boolean isFresh(Known last, long now) {
    return !last.isDoubted() && last.isYoungerThan(limits.refreshAfter(), now);
  }

  private boolean failedWithin(Duration lately, long now) {
    Long last = failedNanos;
    return last != null && now - last < lately.toNanos();
  }

  /** Returns the present answer of the master; fails if it cannot be reached. */
  CompletableFuture<TableFacts> factsNow() {
    return look(clock.monotonicNanos(), false);
  }

  /**
   * Starts a request.
   *
   * @param joins whether the answer to one that is under way is as good
   */
  private CompletableFuture<TableFacts> look(long now, boolean joins) {
    CompletableFuture<TableFacts> answer = new CompletableFuture<>();
    synchronized (this) {
      if (joins && current != null) {
        return current;
      }
      current = answer;
    }
    var unused =
        Async.guarded(lookUp)
            .whenComplete(
                (found, wrapped) -> {
                  Throwable failure = wrapped == null ? null : Async.unwrap(wrapped);
                  try {
                    note(answer, now, found, failure);
                  } finally { // callers wait, whatever happens to the notes
                    Async.complete(answer, found, failure);
                  }
                });
    return answer;
  }

  /**
   * Notes the result, unless a newer request has replaced this one; then it is only for its own
   * callers.
   */
  private synchronized void note(
      CompletableFuture<TableFacts> answer,
      long requestedNanos,
      TableFacts found,
      @Nullable Throwable failure) {
    if (current != answer) {
      return;
    }
    current = null;
    boolean isAnswer = failure == null || isOfMaster(failure);
    failedNanos = isAnswer ? null : clock.monotonicNanos();
    if (isAnswer) {
      known = failure == null ? new Known(found, requestedNanos, false) : null;
    }
  }

  /** Returns whether the master has answered that the table, or its facts, cannot be had. */
  private static boolean isOfMaster(Throwable failure) {
    return failure instanceof ProtocolFailure
        || (failure instanceof DoNotRetryIOException
            && !(failure instanceof MasterStoppedException));
  }

  private CompletableFuture<TableFacts> withoutMaster(Throwable failure) {
    Known last = known;
    if (isOfMaster(failure) || last == null) {
      return CompletableFuture.failedFuture(failure);
    }
    return last.isYoungerThan(limits.neverBeyond(), clock.monotonicNanos())
        ? CompletableFuture.completedFuture(last.facts())
        : CompletableFuture.failedFuture(tooOld(failure));
  }

  /**
   * Returns a failure that is no {@link ProtocolFailure}, because it may occur during a commit,
   * where it proves nothing.
   */
  private IOException tooOld(Throwable cause) {
    String message =
        "What this client knows of table '%s' is more than %s minutes old, because HBase's master has"
            + " not answered since; the table's column families and floor may have changed, so"
            + " nothing is written. Start the master or repair the connection to it, then try again";
    return new IOException(
        message.formatted(table.getNameAsString(), limits.neverBeyond().toMinutes()), cause);
  }

  /** Notes that a read has shown this family of the table. */
  void saw(byte[] family) {
    Known last = known;
    if (last != null && !last.facts().families().contains(family)) {
      doubt(family);
    }
  }

  private synchronized void doubt(byte[] family) {
    Known last = known;
    if (last != null) {
      known = new Known(last.facts().with(family), last.requestedNanos(), true);
      current = null;
    }
  }
}
