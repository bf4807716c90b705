package io.rowlock.it.crash;

import com.google.common.base.Throwables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs what does harm, each on a thread of its own. */
final class Together {

  private Together() {}

  /** Returns when all have ended; the first failure ends it for all. */
  static void run(Nemesis nemesis, List<Callable<Void>> tasks) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Callable<Void> task : tasks) {
        running.add(threads.submit(() -> endAllIfItFails(nemesis, task)));
      }
      for (Future<?> one : running) {
        Object unused = one.get();
      }
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
      throw e;
    } finally {
      nemesis.giveUp();
      threads.shutdown();
    }
  }

  private static Void endAllIfItFails(Nemesis nemesis, Callable<Void> task) throws Exception {
    try {
      return task.call();
    } catch (Exception | Error e) {
      nemesis.giveUp();
      throw e;
    }
  }
}
