package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.run.Terminal.Job;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * The threads of the terminals, each in a closed loop: a terminal begins its next transaction when
 * the last one ends. One thread starts it and waits for its end.
 */
final class Driver implements AutoCloseable {
  private final Window window;
  private final Recorder recorder;
  private final List<Terminal> terminals;
  private final ExecutorService pool;
  private CompletableFuture<?> end = new CompletableFuture<>();

  Driver(Window window, Recorder recorder, List<Terminal> terminals) {
    this.window = window;
    this.recorder = recorder;
    this.terminals = terminals;
    this.pool =
        Executors.newFixedThreadPool(
            terminals.size(),
            new ThreadFactoryBuilder().setNameFormat("tpcc-terminal-%d").setDaemon(true).build());
  }

  void start() {
    end =
        CompletableFuture.allOf(
            IntStream.range(0, terminals.size())
                .mapToObj(
                    i ->
                        CompletableFuture.runAsync(
                            () -> loop(terminals.get(i), recorder.track(i)), pool))
                .toArray(CompletableFuture[]::new));
  }

  private void loop(Terminal terminal, Recorder.Track track) {
    boolean goesOn = true;
    while (goesOn && !Thread.currentThread().isInterrupted()) {
      goesOn = serve(terminal, track);
    }
  }

  /** Returns false when the run is over. */
  private boolean serve(Terminal terminal, Recorder.Track track) {
    long begun = System.nanoTime();
    Window.Admission admission = window.admit(begun);
    if (admission == Window.Admission.NO) {
      return false;
    }
    Job job = terminal.job(terminal.nextKind());
    Execution execution = job.work().get();
    track.ended(job, execution, admission, begun, System.nanoTime());
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
