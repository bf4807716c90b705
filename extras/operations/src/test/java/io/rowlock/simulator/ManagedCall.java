package io.rowlock.simulator;

import io.rowlock.RetryPolicy;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Get;
import org.jspecify.annotations.Nullable;

/**
 * One call of a user to a manager: attempts until the user gets an outcome, the time limit passes,
 * or the user cancels. Every attempt has its own record; all but the last surely have not
 * committed.
 */
final class ManagedCall {

  private static final int LONGEST_TIMEOUT = 200;
  private static final Duration LATEST_CANCELLING = Duration.ofMillis(60);

  private final TransactionManager manager;
  private final Environment environment;
  private final List<RowKey> rows;
  private final Random dice;
  private final Supplier<UserRecord> begin;
  private final BiConsumer<UserRecord, @Nullable Throwable> end;
  private @Nullable UserRecord last;
  private @Nullable Transaction lastTransaction;
  private @Nullable CompletableFuture<Void> stoppable;
  private boolean isOver;

  /**
   * Creates a call.
   *
   * @param begin creates a record
   * @param end receives the outcome
   */
  ManagedCall(
      TransactionManager manager,
      Environment environment,
      List<RowKey> rows,
      Random dice,
      Supplier<UserRecord> begin,
      BiConsumer<UserRecord, @Nullable Throwable> end) {
    this.manager = manager;
    this.environment = environment;
    this.rows = rows;
    this.dice = dice;
    this.begin = begin;
    this.end = end;
  }

  /** Completes when the user knows the outcome; never fails. */
  CompletableFuture<Void> run() {
    TransactionSettings settings = settings();
    if (dice.nextInt(4) == 0) {
      long nanos = (dice.nextLong() >>> 1) % LATEST_CANCELLING.toNanos();
      environment.scheduler().schedule(Duration.ofNanos(nanos), this::giveUp);
    }
    return (dice.nextInt(4) > 0 ? repeated(settings) : once(settings))
        .handle((done, failure) -> end(failure));
  }

  private TransactionSettings settings() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(1 + dice.nextInt(8))
            .maxDelay(Duration.ofMillis(20))
            .build();
    TransactionSettings.Builder settings =
        TransactionSettings.builder().name("simulated").retryPolicy(policy);
    if (dice.nextInt(3) == 0) {
      settings.timeout(Duration.ofMillis(1 + dice.nextInt(LONGEST_TIMEOUT)));
    }
    return settings.readOnly(dice.nextInt(8) == 0).build();
  }

  private CompletableFuture<Void> repeated(TransactionSettings settings) {
    CompletableFuture<Void> reported =
        manager.runAsync(settings, transaction -> attempt(transaction, settings));
    stoppable = reported;
    return reported;
  }

  /** Runs a transaction that the user ends. */
  private CompletableFuture<Void> once(TransactionSettings settings) {
    Transaction transaction = manager.begin(settings);
    return attempt(transaction, settings)
        .thenCompose(done -> dice.nextInt(8) > 0 ? commit(transaction) : rollBack(transaction))
        .whenComplete((done, failure) -> transaction.close());
  }

  private CompletableFuture<Void> commit(Transaction transaction) {
    CompletableFuture<Void> reported = transaction.commitAsync();
    stoppable = reported;
    return reported;
  }

  private static CompletableFuture<Void> rollBack(Transaction transaction) {
    return transaction.rollbackAsync().thenRun(ManagedCall::changeMind);
  }

  private static void changeMind() {
    throw new ChangeOfMind();
  }

  private CompletableFuture<Void> attempt(Transaction transaction, TransactionSettings settings) {
    UserRecord before = last;
    if (before != null) {
      before.repeat(environment.clock().monotonicNanos());
    }
    UserRecord record = begin.get();
    last = record;
    lastTransaction = transaction;
    if (isOver) {
      record.breakOff("an attempt began after the end");
    }
    return new ManagedTransaction(
            transaction, environment, rows, dice, record, !settings.isReadOnly())
        .run();
  }

  /**
   * Cancels the call. A cancelled transaction has surely not committed; otherwise its outcome
   * follows later.
   */
  private void giveUp() {
    CompletableFuture<Void> reported = stoppable;
    if (reported != null) {
      var unused = reported.cancel(false);
    }
  }

  private @Nullable Void end(@Nullable Throwable failure) {
    isOver = true;
    UserRecord record = last == null ? begin.get() : last;
    Transaction transaction = lastTransaction;
    if (transaction != null) {
      useAfterEnd(transaction, record);
    }
    end.accept(record, failure);
    return null;
  }

  /** Checks that a transaction that has ended refuses reads. */
  private void useAfterEnd(Transaction transaction, UserRecord record) {
    RowKey key = rows.get(0);
    var unused =
        transaction
            .asyncTable(key.table())
            .get(new Get(key.row()))
            .thenAccept(row -> record.breakOff("it was used after its end"));
  }
}
