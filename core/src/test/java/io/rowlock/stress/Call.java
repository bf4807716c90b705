package io.rowlock.stress;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RetryPolicy;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.history.HistoryRecorder;
import io.rowlock.history.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** One call of a user: a random transaction, perhaps with a deadline, or cancelled. */
final class Call {

  enum Outcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  private final SortedSet<Integer> written = rows();
  private final AtomicInteger commits = new AtomicInteger();
  private final long token;
  private volatile List<Step> steps = List.of();

  Call(long token) {
    this.token = token;
  }

  private static int dice(int sides) {
    return ThreadLocalRandom.current().nextInt(sides);
  }

  /** Mostly one row, because one row is where transactions meet. */
  private static SortedSet<Integer> rows() {
    SortedSet<Integer> rows = new TreeSet<>();
    int most = dice(3) == 0 ? 3 : 1;
    for (int i = 0; i < most; i++) {
      rows.add(dice(Lists.ROWS));
    }
    return rows;
  }

  private static TransactionSettings settings(boolean readOnly) {
    RetryPolicy retries =
        RetryPolicy.builder()
            .maxAttempts(dice(3) == 0 ? 1 : 12)
            .firstDelay(Duration.ofMillis(1))
            .maxDelay(Duration.ofMillis(20))
            .build();
    TransactionSettings.Builder settings =
        TransactionSettings.builder().retryPolicy(retries).readOnly(readOnly);
    if (dice(6) == 0) {
      settings.timeout(Duration.ofMillis(1 + dice(60)));
    }
    return settings.build();
  }

  /** Runs the transaction to its end. */
  Outcome run(TransactionManager manager, HistoryRecorder.Entry entry) throws Exception {
    Outcome outcome;
    try {
      outcome = run(manager);
    } catch (IOException | UncheckedIOException | CancellationException failure) {
      outcome =
          failure instanceof CommitOutcomeUnknownException
              ? Outcome.UNKNOWN
              : Outcome.NOT_COMMITTED;
    }
    steps.forEach(entry::add);
    switch (outcome) {
      case COMMITTED -> entry.ok();
      case NOT_COMMITTED -> entry.fail();
      case UNKNOWN -> entry.info();
    }
    requireActions(outcome);
    return outcome;
  }

  private void requireActions(Outcome outcome) {
    int expected = outcome == Outcome.COMMITTED ? 1 : 0;
    if (commits.get() != expected) {
      throw new AssertionError(
          token + " is " + outcome + ", and " + commits + " actions ran after its commit");
    }
  }

  private Outcome run(TransactionManager manager) throws Exception {
    int kind = dice(10);
    if (kind < 3) {
      return runAsync(manager);
    }
    Attempts.Work work =
        switch (kind) {
          case 3 -> Attempts::readOnly;
          case 4 -> Attempts::readsAnotherRow;
          case 5 -> Attempts::replaces;
          case 6 -> Attempts::scans;
          default -> Attempts::appends;
        };
    manager.run(
        settings(kind == 3),
        transaction -> {
          Attempts attempt = new Attempts(transaction, written, token);
          transaction.afterCommit(commits::incrementAndGet);
          work.run(attempt);
          steps = attempt.steps();
        });
    return Outcome.COMMITTED;
  }

  private Outcome runAsync(TransactionManager manager) throws Exception {
    boolean isCancelled = dice(6) == 0;
    CompletableFuture<Void> call =
        manager.runAsync(
            settings(false),
            transaction -> {
              steps = Attempts.appends(written, token);
              transaction.afterCommit(commits::incrementAndGet);
              return Attempts.appendsAsync(transaction, written, token);
            });
    try {
      if (isCancelled) {
        call.get(dice(5), TimeUnit.MILLISECONDS);
      } else {
        call.get();
      }
    } catch (TimeoutException late) {
      if (!call.cancel(true)) {
        return outcome(call);
      }
      return Outcome.NOT_COMMITTED;
    } catch (ExecutionException failed) {
      return outcome(call);
    }
    return Outcome.COMMITTED;
  }

  private static Outcome outcome(CompletableFuture<Void> call) throws Exception {
    try {
      call.get();
      return Outcome.COMMITTED;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception known) {
        throw known;
      }
      throw failed;
    }
  }
}
