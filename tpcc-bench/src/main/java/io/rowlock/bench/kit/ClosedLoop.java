package io.rowlock.bench.kit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;

/** Users in a closed loop: each begins its next piece of work when the last one ends. */
public final class ClosedLoop {
  private final long end;
  private final Predicate<Throwable> isCounted;

  /** Begins a piece of work. */
  @FunctionalInterface
  public interface Work {

    /** Returns a future that completes with the work; for blocking work, a completed one. */
    CompletableFuture<?> begin();
  }

  /**
   * Begins nothing after the end, by {@link System#nanoTime}. A failure that is not counted ends
   * the run.
   */
  ClosedLoop(long end, Predicate<Throwable> isCounted) {
    this.end = end;
    this.isCounted = isCounted;
  }

  /**
   * Runs users without threads; returns when all that was begun in time has ended. Counts an {@link
   * IOException} as a failure; anything else ends the run.
   */
  public static Tally run(int users, Duration length, Work work) throws IOException {
    ClosedLoop loop =
        new ClosedLoop(
            System.nanoTime() + length.toNanos(), failure -> failure instanceof IOException);
    List<CompletableFuture<Tally>> all = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      all.add(loop.start(work));
    }
    Tally sum = new Tally();
    for (CompletableFuture<Tally> user : all) {
      sum.add(await(user));
    }
    return sum;
  }

  /** Starts one user. */
  CompletableFuture<Tally> start(Work work) {
    User user = new User(work);
    user.run();
    return user.done;
  }

  /** Waits until a user ends. */
  static Tally await(CompletableFuture<Tally> user) throws IOException {
    try {
      return user.get();
    } catch (ExecutionException e) {
      throw new IOException("The run failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** One piece of work at a time. */
  private final class User {
    private final Work work;
    private final Tally tally = new Tally();
    private final CompletableFuture<Tally> done = new CompletableFuture<>();

    User(Work work) {
      this.work = work;
    }

    /** Continues until the end, or until it must wait. */
    void run() {
      while (!done.isDone()) {
        long begin = System.nanoTime();
        if (begin - end >= 0) {
          done.complete(tally);
          return;
        }
        CompletableFuture<?> next = work.begin();
        if (!next.isDone()) {
          var unused = next.whenComplete((result, failure) -> resume(begin, failure));
          return;
        }
        ended(begin, next.handle((result, failure) -> failure).join());
      }
    }

    private void resume(long begin, @Nullable Throwable failure) {
      ended(begin, failure);
      run();
    }

    private void ended(long begin, @Nullable Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (cause == null) {
        long now = System.nanoTime();
        tally.committed(now - begin, now - end <= 0);
      } else if (cause instanceof IOException counted && isCounted.test(cause)) {
        tally.failed(counted);
      } else {
        done.completeExceptionally(Throwables.getRootCause(cause));
      }
    }
  }
}
