package io.rowlock.it.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** Runs the tasks that strike, each on its own thread. */
final class StrikeThreads {

  private StrikeThreads() {}

  /** Returns when all tasks have ended; the first failure ends them all. */
  static void run(StrikePeriod period, List<Callable<Void>> tasks) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Callable<Void> task : tasks) {
        running.add(threads.submit(() -> endAllIfItFails(period, task)));
      }
      for (Future<?> one : running) {
        Object unused = one.get();
      }
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
      throw e;
    } finally {
      period.end();
      threads.shutdown();
    }
  }

  private static Void endAllIfItFails(StrikePeriod period, Callable<Void> task) throws Exception {
    try {
      return task.call();
    } catch (Exception | Error e) {
      period.end();
      throw e;
    }
  }
}
