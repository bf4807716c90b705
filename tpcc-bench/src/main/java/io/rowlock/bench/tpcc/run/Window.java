package io.rowlock.bench.tpcc.run;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The measured time, after the warm-up: what ends inside of it counts. With a limit on the number,
 * just what was begun inside of it does. Thread-safe.
 */
final class Window {
  private final long start;
  private final long end;
  private final long count;
  private final AtomicLong admitted = new AtomicLong();

  /** Decides whether a business transaction can begin. */
  enum Admission {
    /** It does not count towards a limit on the number. */
    WARM_UP,
    YES,
    NO
  }

  /**
   * A window that begins now, by {@link System#nanoTime}; time and count are zero without limit.
   */
  Window(long now, Duration warmup, Duration time, long count) {
    this.start = now + warmup.toNanos();
    this.end = time.isZero() ? start + Long.MAX_VALUE / 2 : start + time.toNanos();
    this.count = count;
  }

  long start() {
    return start;
  }

  long end() {
    return end;
  }

  Admission admit(long now) {
    if (now - end >= 0) {
      return Admission.NO;
    }
    if (now - start < 0) {
      return Admission.WARM_UP;
    }
    boolean isTooMany = count > 0 && admitted.incrementAndGet() > count;
    return isTooMany ? Admission.NO : Admission.YES;
  }

  boolean counts(Admission admission, long ended) {
    return contains(ended) && (count == 0 || admission == Admission.YES);
  }

  boolean contains(long instant) {
    return instant - start >= 0 && instant - end <= 0;
  }
}
