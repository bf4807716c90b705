package io.rowlock.bench.kit;

import io.rowlock.RowlockException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * A stretch of time in which crews of threads work in closed loops: each thread begins anew when
 * its last piece of work has ended. The same seed makes the same choices.
 */
public record Load(Duration length, long seed) {
  private static final long STOPPING_SECONDS = 10;

  /** The work that a thread repeats. Thread-safe. */
  public interface Work {
    /**
     * Does it once, retries included. A {@link RowlockException} or a {@link LostException} means
     * that this one has failed, anything else that the run cannot go on.
     */
    void run(SplittableRandom random) throws IOException;
  }

  /** Threads that do the same work. */
  public record Crew(int threads, Work work) {}

  public Tally run(int threads, Work work) throws IOException {
    return run(List.of(new Crew(threads, work))).get(0);
  }

  /** Returns one tally for each crew when all work that began in time has ended. */
  public List<Tally> run(List<Crew> crews) throws IOException {
    ExecutorService pool =
        Executors.newCachedThreadPool(
            new ThreadFactoryBuilder().setNameFormat("bench-%d").setDaemon(true).build());
    try {
      // All threads begin together, and their common end follows from that.
      CompletableFuture<Long> end = new CompletableFuture<>();
      SplittableRandom seeds = new SplittableRandom(seed);
      List<List<Future<Tally>>> loops = new ArrayList<>();
      for (Crew crew : crews) {
        List<Future<Tally>> ofCrew = new ArrayList<>();
        for (int i = 0; i < crew.threads(); i++) {
          SplittableRandom random = seeds.split();
          ofCrew.add(pool.submit(() -> loop(crew.work(), random, end.get())));
        }
        loops.add(ofCrew);
      }
      end.complete(System.nanoTime() + length.toNanos());
      List<Tally> tallies = new ArrayList<>();
      for (List<Future<Tally>> ofCrew : loops) {
        tallies.add(merge(ofCrew));
      }
      return List.copyOf(tallies);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    } finally {
      stop(pool);
    }
  }

  private static Tally loop(Work work, SplittableRandom random, long end) throws IOException {
    ClosedLoop loop =
        new ClosedLoop(end, e -> e instanceof RowlockException || e instanceof LostException);
    return ClosedLoop.await(loop.start(() -> done(work, random)));
  }

  private static CompletableFuture<?> done(Work work, SplittableRandom random) {
    try {
      work.run(random);
      return CompletableFuture.completedFuture(null);
    } catch (IOException | RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
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

  /** Stops all threads; they are idle unless one of them has failed. */
  private static void stop(ExecutorService pool) {
    pool.shutdownNow();
    try {
      if (!pool.awaitTermination(STOPPING_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Benchmark threads do not stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
