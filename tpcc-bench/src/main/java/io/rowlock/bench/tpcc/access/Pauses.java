package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Growing pauses between attempts, each drawn at random up to its limit, until time is up. */
final class Pauses {
  private final long end;
  private final long longest;
  private long next;

  Pauses(Duration first, Duration longest, Duration total) {
    this.end = System.nanoTime() + total.toNanos();
    this.longest = longest.toNanos();
    this.next = Math.min(first.toNanos(), this.longest);
  }

  boolean isTimeUp() {
    return System.nanoTime() - end >= 0;
  }

  void pause() throws IOException {
    Phase before = PhaseClock.enter(Phase.BACKOFF);
    try {
      long nanos = ThreadLocalRandom.current().nextLong(next / 2, next + 1);
      Interruption.sleep(Duration.ofNanos(nanos));
    } finally {
      PhaseClock.enter(before);
    }
    next = Math.min(2 * next, longest);
  }
}
