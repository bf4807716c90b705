package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.TableFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.exceptions.MasterStoppedException;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one table, and how far a commit may rely on them. Thread-safe.
 *
 * <p><b>How old they can be</b> ({@link FactsAge}). While the master answers, no caller gets facts
 * older than a minute: a caller that finds older ones waits for a new look. Younger ones are
 * renewed in the background from half a minute on, so that a client in use never waits. While the
 * master cannot be reached, old facts serve on, as plain writes do; but never beyond ten minutes,
 * so that every client knows a change of the table by then. A commit that finds only older facts
 * fails before it writes anything. That the master could not be reached a minute ago says nothing:
 * a caller waits then, until a look tells again.
 *
 * <p>The age counts from before the master was asked, since its answer may take its time. A family
 * that a read has shown counts as the table's at once.
 */
final class KnownTable {

  private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(1);

  private final TableName table;
  private final Supplier<CompletableFuture<TableFacts>> lookUp;
  private final Clock clock;
  private final FactsAge limits;
  private volatile @Nullable Known known;
  private volatile @Nullable Failed failed;
  private @Nullable Look current;

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
   * What the last look has found.
   *
   * @param isDoubted the table has changed since
   */
  private record Known(TableFacts facts, long askedNanos, boolean isDoubted) {

    boolean isYoungerThan(Duration age, long now) {
      return now - askedNanos < age.toNanos();
    }
  }

  /** The last look has not reached the master. */
  private record Failed(long nanos) {}

  /** A question to the master. */
  private static final class Look {

    private final long askedNanos;
    private final CompletableFuture<TableFacts> answer = new CompletableFuture<>();

    private Look(long askedNanos) {
      this.askedNanos = askedNanos;
    }
  }

  /** Facts that a commit may rely on now. */
  CompletableFuture<TableFacts> facts() {
    long now = clock.monotonicNanos();
    Known last = known;
    boolean serves = last != null && serves(last, now);
    if (last != null && serves && (isFresh(last, now) || failedWithin(BETWEEN_FAILURES, now))) {
      return CompletableFuture.completedFuture(last.facts());
    }
    CompletableFuture<TableFacts> answer = join(now);
    return last != null && serves
        ? CompletableFuture.completedFuture(last.facts())
        : Async.recover(answer, this::withoutMaster);
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
    Failed last = failed;
    return last != null && now - last.nanos() < lately.toNanos();
  }

  /** What the master answers now; fails when it cannot be reached. */
  CompletableFuture<TableFacts> factsNow() {
    Look look = new Look(clock.monotonicNanos());
    synchronized (this) {
      current = look;
    }
    return run(look);
  }

  /** The look that is under way, or a new one. */
  private CompletableFuture<TableFacts> join(long now) {
    Look look;
    synchronized (this) {
      if (current != null) {
        return current.answer;
      }
      look = new Look(now);
      current = look;
    }
    return run(look);
  }

  private CompletableFuture<TableFacts> run(Look look) {
    var unused =
        Async.guarded(lookUp)
            .whenComplete(
                (found, failure) -> {
                  note(look, found, failure == null ? null : Async.unwrap(failure));
                  if (failure == null) {
                    look.answer.complete(found);
                  } else {
                    look.answer.completeExceptionally(Async.unwrap(failure));
                  }
                });
    return look.answer;
  }

  /** What a look finds that another one has overtaken concerns only those who wait for it. */
  private synchronized void note(Look look, TableFacts found, @Nullable Throwable failure) {
    if (current != look) {
      return;
    }
    current = null;
    boolean isAnswer = failure == null || isOfMaster(failure);
    failed = isAnswer ? null : new Failed(clock.monotonicNanos());
    if (isAnswer) {
      known = failure == null ? new Known(found, look.askedNanos, false) : null;
    }
  }

  /** True when the master has answered that the table, or its facts, cannot be had. */
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

  /** No {@link ProtocolFailure}: it may come in the midst of a commit, and proves nothing there. */
  private IOException tooOld(Throwable cause) {
    return new IOException(
        "What this client knows of table '"
            + table.getNameAsString()
            + "' is more than "
            + limits.neverBeyond().toMinutes()
            + " minutes old, as HBase's master cannot be reached since; the table's column families"
            + " and floor may have changed, so nothing is written. Start the master or mend the"
            + " way to it, then try again",
        cause);
  }

  /** A read has shown these families of the table. */
  void saw(NavigableSet<byte[]> families) {
    Known last = known;
    if (last != null && !last.facts().families().containsAll(families)) {
      doubt(families);
    }
  }

  private synchronized void doubt(NavigableSet<byte[]> families) {
    Known last = known;
    if (last != null) {
      known = new Known(last.facts().with(families), last.askedNanos(), true);
      current = null;
    }
  }
}
