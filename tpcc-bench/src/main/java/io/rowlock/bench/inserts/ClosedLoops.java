package io.rowlock.bench.inserts;

import com.google.common.base.Throwables;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.Tally;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Users without threads: each begins anew when what it has asked for is done. */
final class ClosedLoops {
  private final Supplier<CompletableFuture<?>> work;
  private final long end;

  private ClosedLoops(Supplier<CompletableFuture<?>> work, long end) {
    this.work = work;
    this.end = end;
  }

  /**
   * Returns when all that was begun in time has ended.
   *
   * @param work an {@link IOException} of it means that this one has failed, anything else that the
   *     run cannot go on
   */
  static Tally run(int users, Duration length, Supplier<CompletableFuture<?>> work)
      throws IOException {
    ClosedLoops loops = new ClosedLoops(work, System.nanoTime() + length.toNanos());
    List<User> all = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      all.add(loops.new User());
    }
    all.forEach(User::next);
    Tally sum = new Tally();
    for (User user : all) {
      sum.add(await(user.done));
    }
    return sum;
  }

  private static Tally await(CompletableFuture<Tally> done) throws IOException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IOException("An insert failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** One insert at a time. */
  private final class User {
    private final Tally tally = new Tally();
    private final CompletableFuture<Tally> done = new CompletableFuture<>();

    void next() {
      long begin = System.nanoTime();
      if (begin - end >= 0) {
        done.complete(tally);
        return;
      }
      var unused = work.get().whenComplete((result, failure) -> ended(begin, failure));
    }

    private void ended(long begin, @Nullable Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (cause == null || cause instanceof IOException) {
        note(begin, (IOException) cause);
        next();
      } else {
        done.completeExceptionally(Throwables.getRootCause(cause));
      }
    }

    private void note(long begin, @Nullable IOException failure) {
      if (failure == null) {
        long now = System.nanoTime();
        tally.committed(now - begin, now - end <= 0);
      } else {
        tally.failed(failure);
      }
    }
  }
}
