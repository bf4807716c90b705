package io.rowlock.bench.tpcc.run;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.run.Pacing.Turn;
import io.rowlock.bench.tpcc.run.Terminal.Job;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The threads that serve terminals, from the first turn to the last answer. */
final class Driver implements AutoCloseable {
  private final Window window;
  private final Pacing pacing;
  private final Recorder recorder;
  private final ExecutorService pool;
  private final CountDownLatch running;
  private final List<Future<?>> loops = new ArrayList<>();

  Driver(Window window, Pacing pacing, Recorder recorder, int threads) {
    this.window = window;
    this.pacing = pacing;
    this.recorder = recorder;
    this.running = new CountDownLatch(threads);
    this.pool =
        Executors.newFixedThreadPool(
            threads,
            new ThreadFactoryBuilder().setNameFormat("tpcc-terminal-%d").setDaemon(true).build());
    for (int i = 0; i < threads; i++) {
      int thread = i;
      loops.add(pool.submit(() -> loop(thread)));
    }
  }

  private void loop(int thread) {
    try {
      Recorder.Track track = recorder.track(thread);
      while (!Thread.currentThread().isInterrupted()) {
        Optional<Turn> turn = pacing.next(thread, window.end());
        if (turn.isEmpty() || !serve(turn.get(), track)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      running.countDown();
    }
  }

  /** False when there is to be no other. */
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

  /**
   * Waits, but not for longer than all threads are there.
   *
   * @param instant by {@link System#nanoTime}
   * @return whether all have ended
   */
  boolean awaitEndUntil(long instant) throws IOException {
    try {
      return running.await(instant - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** Returns when all that was begun has ended. */
  void finish() throws IOException {
    try {
      for (Future<?> loop : loops) {
        loop.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("A terminal has failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
