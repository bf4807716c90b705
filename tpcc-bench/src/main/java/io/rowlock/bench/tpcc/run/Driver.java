package io.rowlock.bench.tpcc.run;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.run.Pacing.Turn;
import io.rowlock.bench.tpcc.run.Terminal.Job;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * The threads that serve terminals, from the first turn to the last answer. One thread starts it
 * and waits for its end.
 */
final class Driver implements AutoCloseable {
  private final Window window;
  private final Pacing pacing;
  private final Recorder recorder;
  private final int threads;
  private final ExecutorService pool;
  private CompletableFuture<?> end = new CompletableFuture<>();

  Driver(Window window, Pacing pacing, Recorder recorder, int threads) {
    this.window = window;
    this.pacing = pacing;
    this.recorder = recorder;
    this.threads = threads;
    this.pool =
        Executors.newFixedThreadPool(
            threads,
            new ThreadFactoryBuilder().setNameFormat("tpcc-terminal-%d").setDaemon(true).build());
  }

  void start() {
    end =
        CompletableFuture.allOf(
            IntStream.range(0, threads)
                .mapToObj(i -> CompletableFuture.runAsync(() -> loop(i, recorder.track(i)), pool))
                .toArray(CompletableFuture[]::new));
  }

  private void loop(int thread, Recorder.Track track) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Optional<Turn> turn = pacing.next(thread, window.end());
        if (turn.isEmpty() || !serve(turn.get(), track)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns false when the run is over. */
  private boolean serve(Turn turn, Recorder.Track track) {
    long begun = System.nanoTime();
    Window.Admission admission = window.admit(begun);
    if (admission == Window.Admission.NO) {
      return false;
    }
    Job job = turn.terminal().job(turn.kind());
    Execution execution = job.work().get();
    track.ended(job, execution, admission, turn.due(), begun, System.nanoTime());
    pacing.ended(turn);
    return true;
  }

  /** Waits for all threads, until an instant of {@link System#nanoTime}; returns if all ended. */
  boolean awaitEndUntil(long instant) throws IOException {
    try {
      var unused = end.get(instant - System.nanoTime(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IOException("A terminal has failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** Returns after the end of all started transactions. */
  void finish() throws IOException {
    while (!awaitEndUntil(System.nanoTime() + TimeUnit.MINUTES.toNanos(1))) {
      // Every business transaction comes to its end.
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
