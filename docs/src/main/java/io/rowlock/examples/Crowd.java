package io.rowlock.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several threads that do the same at the same time, and so get in each other's way. */
final class Crowd {

  /** What each of them does. */
  @FunctionalInterface
  interface Member {
    /**
     * Is called once on a thread of its own.
     *
     * @param number from 0 on
     */
    void act(int number) throws Exception;
  }

  private Crowd() {}

  /** Returns when all are done; the first failure is thrown on. */
  static void act(int members, Member member) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(members);
    try {
      List<Callable<Boolean>> acts = new ArrayList<>();
      for (int number = 0; number < members; number++) {
        int own = number;
        acts.add(
            () -> {
              member.act(own);
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(acts)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
