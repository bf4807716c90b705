package io.rowlock.connection;

import io.rowlock.internal.store.Async;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.jspecify.annotations.Nullable;

/**
 * Buffers mutations of a table. If the table is transactional, they are written in transactions of
 * limited size, one after the other in the order in which they were buffered: a transaction that
 * failed does not keep the next ones back. Thread-safe.
 */
final class RoutedAsyncMutator implements AsyncBufferedMutator {

  private final RoutedAsyncTable<?> table;
  private final PutChecks checks;
  private final long mostBytes;
  private final int mostBuffered;
  private final int mostMutations;
  private final FlushTimer timer;
  private final List<Buffered> buffered = new ArrayList<>(); // guarded by this
  private CompletableFuture<?> lastWrite = CompletableFuture.completedFuture(null); // by this
  private long bytes; // guarded by this
  private boolean isClosed; // guarded by this

  private record Buffered(Mutation mutation, CompletableFuture<Void> future) {}

  /**
   * Creates a mutator.
   *
   * @param mostBytes to buffer
   * @param mostBuffered the number of mutations to buffer; no limit if it is not positive
   * @param mostMutations of a transaction
   * @param flushMillis the time after which it flushes; zero if it does not
   */
  RoutedAsyncMutator(
      RoutedAsyncTable<?> table,
      PutChecks checks,
      long mostBytes,
      int mostBuffered,
      int mostMutations,
      long flushMillis) {
    this.table = table;
    this.checks = checks;
    this.mostBytes = mostBytes;
    this.mostBuffered = mostBuffered;
    this.mostMutations = mostMutations;
    this.timer = new FlushTimer(table.getName(), this::flush);
    timer.start(flushMillis, 0);
  }

  @Override
  public TableName getName() {
    return table.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return table.getConfiguration();
  }

  @Override
  public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
    mutations.forEach(checks::check);
    List<Buffered> added =
        mutations.stream()
            .map(mutation -> new Buffered(mutation, new CompletableFuture<>()))
            .toList();
    if (!add(added)) {
      IOException closed = new IOException("Already closed");
      added.forEach(each -> each.future.completeExceptionally(closed));
    }
    return added.stream().map(Buffered::future).toList();
  }

  /** Returns false if the mutator is closed. */
  private synchronized boolean add(List<Buffered> added) {
    if (isClosed) {
      return false;
    }
    buffered.addAll(added);
    bytes += added.stream().mapToLong(each -> each.mutation.heapSize()).sum();
    if (bytes >= mostBytes || (mostBuffered > 0 && buffered.size() >= mostBuffered)) {
      flush();
    }
    return true;
  }

  /** Sends what is buffered, behind what was sent before. */
  @Override
  public synchronized void flush() {
    if (buffered.isEmpty()) {
      return;
    }
    List<Buffered> taken = List.copyOf(buffered);
    buffered.clear();
    bytes = 0;
    if (table.isPlain() && lastWrite.isDone()) {
      var unused = write(taken);
      return;
    }
    for (List<Buffered> part : Lists.partition(taken, mostMutations)) {
      writeAfterTheLast(part);
    }
  }

  /**
   * Takes its place in the line first: a user's callback may flush meanwhile. The next part is
   * another task, because a long line that fails would be a deep recursion.
   */
  private void writeAfterTheLast(List<Buffered> part) {
    CompletableFuture<?> before = lastWrite;
    CompletableFuture<Void> ended = new CompletableFuture<>();
    lastWrite = ended;
    var unused =
        before
            .thenComposeAsync(done -> write(part))
            .whenComplete(
                (done, refused) -> { // the common pool may refuse the task
                  ended.complete(null);
                  fail(part, refused);
                });
  }

  /**
   * Returns a future that completes when all have, or at the time limit, and never fails: HBase may
   * lose an answer.
   */
  private CompletableFuture<Void> write(List<Buffered> part) {
    try {
      List<CompletableFuture<Object>> answers =
          table.batch(part.stream().map(Buffered::mutation).toList());
      for (int i = 0; i < part.size(); i++) {
        var unused =
            Async.pipe(
                answers.get(i).thenAccept(result -> {}),
                part.get(i).future,
                Async::unwrap,
                Runnable::run);
      }
      long limit = table.getOperationTimeout(TimeUnit.MILLISECONDS);
      return Async.settled(answers).completeOnTimeout(null, limit, TimeUnit.MILLISECONDS);
    } catch (Throwable refused) { // an error, too: users wait for these futures
      fail(part, refused);
      return CompletableFuture.completedFuture(null);
    }
  }

  private static void fail(List<Buffered> part, @Nullable Throwable refused) {
    if (refused != null) {
      part.forEach(each -> each.future.completeExceptionally(Async.unwrap(refused)));
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    flush();
    timer.stop();
  }

  @Override
  public long getWriteBufferSize() {
    return mostBytes;
  }

  @Override
  public long getPeriodicalFlushTimeout(TimeUnit unit) {
    return unit.convert(timer.timeoutMillis(), TimeUnit.MILLISECONDS);
  }

  /** Overrides a method that 2.5.13 has and 2.6.1 has not. */
  @SuppressWarnings("MissingOverride")
  public int getMaxMutations() {
    return mostBuffered;
  }

  /** Overrides a method of HBase 2.6. */
  public Map<String, byte[]> getRequestAttributes() {
    return table.getRequestAttributes();
  }
}
