package io.rowlock.bench.profile;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.measure.Interruption;
import io.rowlock.bench.measure.StartingGun;
import io.rowlock.bench.measure.Tally;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A stretch of time in which threads run one workload in closed loops.
 *
 * @param seed the same seed and thread count make the same choices of rows, in every mode
 */
record Window(int threads, Duration length, long seed) {
  private static final long STOPPING_SECONDS = 10;

  /** Returns when every transaction begun in the window has ended. */
  Tally run(Workload workload, RowChooser rows) throws IOException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, new ThreadFactoryBuilder().setNameFormat("bench-%d").setDaemon(true).build());
    List<Workload.Session> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        sessions.add(workload.open());
      }
      return merge(start(pool, sessions, rows));
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    } finally {
      stop(pool);
      for (Workload.Session session : sessions) {
        session.close();
      }
    }
  }

  private List<Future<Tally>> start(
      ExecutorService pool, List<Workload.Session> sessions, RowChooser rows) {
    StartingGun gun = new StartingGun(length);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Future<Tally>> loops =
        sessions.stream()
            .map(session -> pool.submit(new ClosedLoop(session, rows, seeds.nextLong(), gun)))
            .toList();
    gun.fire();
    return loops;
  }

  private static Tally merge(List<Future<Tally>> loops) throws IOException, InterruptedException {
    Tally sum = new Tally();
    try {
      for (Future<Tally> loop : loops) {
        sum.add(loop.get());
      }
    } catch (ExecutionException e) {
      throw new IOException("A benchmark thread failed: " + e.getCause(), e.getCause());
    }
    return sum;
  }

  private static void stop(ExecutorService pool) {
    pool.shutdownNow();
    try {
      // Nothing runs any more, unless a thread has failed and the others are being interrupted.
      if (!pool.awaitTermination(STOPPING_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Benchmark threads do not stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
