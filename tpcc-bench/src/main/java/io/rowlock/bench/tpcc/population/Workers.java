package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.Interruption;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/** Processes many items, several at a time. */
public final class Workers implements AutoCloseable {
  private final ExecutorService threads;

  public Workers(int count) {
    threads =
        Executors.newFixedThreadPool(
            count,
            new ThreadFactoryBuilder().setNameFormat("tpcc-worker-%d").setDaemon(true).build());
  }

  /** The work on one item. */
  @FunctionalInterface
  public interface Task<T> {
    void run(T thing) throws IOException;
  }

  /** Returns after all items; the first failure ends the work and is thrown. */
  public <T> void forAll(List<T> things, Task<T> task) throws IOException {
    CompletionService<Boolean> done = new ExecutorCompletionService<>(threads);
    for (T thing : things) {
      var unused =
          done.submit(
              () -> {
                task.run(thing);
                return true;
              });
    }
    try {
      for (int i = 0; i < things.size(); i++) {
        var unused = done.take().get();
      }
    } catch (ExecutionException e) {
      threads.shutdownNow();
      Throwable cause = Objects.requireNonNull(e.getCause());
      throw new IOException(cause.getMessage(), cause);
    } catch (InterruptedException e) {
      threads.shutdownNow();
      throw Interruption.of(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
