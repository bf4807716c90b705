package io.rowlock.bench.micro.profile;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.LostException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * Repeats transactions of peers that lost, after the same waits as Rowlock's own: drawn between
 * zero and a bound that doubles. Thread-safe.
 */
public final class Retries {
  private final RetryPolicy policy;
  private final LongAdder conflicts = new LongAdder();

  public Retries(RetryPolicy policy) {
    this.policy = policy;
  }

  /** One attempt of a transaction. */
  @FunctionalInterface
  public interface Attempt {
    void run() throws IOException;
  }

  /** Throws the last {@link LostException} when the policy ends the retries. */
  public void run(Attempt attempt) throws IOException {
    long begin = System.nanoTime();
    for (int failed = 1; ; failed++) {
      try {
        attempt.run();
        return;
      } catch (LostException lost) {
        conflicts.increment();
        long wait = ThreadLocalRandom.current().nextLong(longestWait(failed) + 1);
        if (isEnough(failed, System.nanoTime() - begin + wait)) {
          throw lost;
        }
        Interruption.sleep(Duration.ofNanos(wait));
      }
    }
  }

  /** The failed attempts so far. */
  public long conflicts() {
    return conflicts.sum();
  }

  private boolean isEnough(int failed, long elapsedNanos) {
    return failed >= policy.maxAttempts() || elapsedNanos > policy.maxElapsed().toNanos();
  }

  private long longestWait(int failed) {
    long first = policy.firstDelay().toNanos();
    long max = policy.maxDelay().toNanos();
    int doublings = Math.min(failed - 1, Long.SIZE - 2);
    return first > max >> doublings ? max : first << doublings;
  }
}
