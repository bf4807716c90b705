package io.rowlock.bench.kit;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.RowlockException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A stretch of time in which crews of threads work in closed loops: each thread begins anew when
 * its last piece of work has ended.
 *
 * @param seed the same seed makes the same choices
 */
public record Load(Duration length, long seed) {
  private static final long STOPPING_SECONDS = 10;

  /** What a thread does over and over. Thread-safe. */
  public interface Work {
    /**
     * Once, retries included. A {@link RowlockException} or a {@link LostException} means that this
     * one has failed, anything else that the run cannot go on.
     */
    void run(SplittableRandom random) throws IOException;
  }

  /** Threads that do the same. */
  public record Crew(int threads, Work work) {}

  public Tally run(int threads, Work work) throws IOException {
    return run(List.of(new Crew(threads, work))).get(0);
  }

  /** One tally for each crew; returns when all that was begun in time has ended. */
  public List<Tally> run(List<Crew> crews) throws IOException {
    int threads = crews.stream().mapToInt(Crew::threads).sum();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, new ThreadFactoryBuilder().setNameFormat("bench-%d").setDaemon(true).build());
    try {
      List<Tally> tallies = new ArrayList<>();
      for (List<Future<Tally>> loops : start(pool, crews)) {
        tallies.add(merge(loops));
      }
      return List.copyOf(tallies);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    } finally {
      stop(pool);
    }
  }

  private List<List<Future<Tally>>> start(ExecutorService pool, List<Crew> crews) {
    Start start = new Start(length);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<List<Future<Tally>>> loops = new ArrayList<>();
    for (Crew crew : crews) {
      List<Future<Tally>> ofCrew = new ArrayList<>();
      for (int i = 0; i < crew.threads(); i++) {
        SplittableRandom random = seeds.split();
        ofCrew.add(pool.submit(() -> loop(crew.work(), random, start)));
      }
      loops.add(ofCrew);
    }
    start.now();
    return loops;
  }

  private static Tally loop(Work work, SplittableRandom random, Start start)
      throws IOException, InterruptedException {
    ClosedLoop loop = new ClosedLoop(start.await(), Load::isCounted);
    return ClosedLoop.await(loop.start(() -> done(work, random)));
  }

  private static boolean isCounted(Throwable failure) {
    return failure instanceof RowlockException || failure instanceof LostException;
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

  /** The common start of all threads, from which their common end follows. */
  private static final class Start {
    private final Duration length;
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile long end;

    Start(Duration length) {
      this.length = length;
    }

    void now() {
      end = System.nanoTime() + length.toNanos();
      begun.countDown();
    }

    /** Waits for the start; returns the end, by {@link System#nanoTime}. */
    long await() throws InterruptedException {
      begun.await();
      return end;
    }
  }
}
