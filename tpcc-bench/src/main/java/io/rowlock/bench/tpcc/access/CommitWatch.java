package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.internal.protocol.lock.TransactionId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Notes when the writes of one attempt to commit are sent and answered. Requests name transactions,
 * and find the watch by that. A commit that had to begin anew under another identity is seen up to
 * there only. Thread-safe.
 */
final class CommitWatch implements AutoCloseable {
  private static final Map<TransactionId, CommitWatch> OPEN = new ConcurrentHashMap<>();
  private static final int HEX = 16;

  private final TransactionId id;
  private final Wave prewrites = new Wave();
  private final Wave commitPoint = new Wave();

  /** Requests that are sent at about the same time. */
  private static final class Wave {
    private long firstSent;
    private long lastAnswered;
    private int sent;
    private int answered;

    /** The end of the wave, or {@code now} if it has not ended. */
    private long end(long now) {
      return answered < sent ? now : lastAnswered;
    }
  }

  private CommitWatch(TransactionId id) {
    this.id = id;
  }

  /** Begins to watch a transaction; its id has 32 hexadecimal digits. */
  static CommitWatch open(String id) {
    CommitWatch watch =
        new CommitWatch(
            new TransactionId(
                Long.parseUnsignedLong(id, 0, HEX, HEX),
                Long.parseUnsignedLong(id, HEX, 2 * HEX, HEX)));
    OPEN.put(watch.id, watch);
    return watch;
  }

  static @Nullable CommitWatch of(@Nullable TransactionId id) {
    return id == null ? null : OPEN.get(id);
  }

  synchronized void sent(RpcKind kind, long nanoTime) {
    Wave wave = wave(kind);
    if (wave != null && wave.sent++ == 0) {
      wave.firstSent = nanoTime;
    }
  }

  synchronized void answered(RpcKind kind, long nanoTime) {
    Wave wave = wave(kind);
    if (wave != null) {
      wave.answered++;
      wave.lastAnswered = nanoTime;
    }
  }

  private @Nullable Wave wave(RpcKind kind) {
    return switch (kind) {
      case PREWRITE -> prewrites;
      case COMMIT, REGION_COMMIT -> commitPoint;
      default -> null;
    };
  }

  /** Adds a commit that ends now to the clock of the waiting thread. */
  synchronized void chargeCommitted(PhaseClock clock, long now) {
    charge(clock, now);
    boolean hasWritten = prewrites.sent + commitPoint.sent > 0;
    clock.until(hasWritten ? Phase.CLIENT : Phase.VALIDATE, now);
  }

  /** As for a commit, after a conflict; includes the wait for the next attempt. */
  synchronized void chargeLost(PhaseClock clock, long now) {
    charge(clock, now);
    clock.until(Phase.BACKOFF, now);
  }

  private void charge(PhaseClock clock, long now) {
    if (prewrites.sent > 0) {
      clock.until(Phase.LOCK_READ, prewrites.firstSent);
      clock.until(Phase.PREWRITE, prewrites.end(now));
    }
    if (commitPoint.sent > 0) {
      clock.until(prewrites.sent > 0 ? Phase.VALIDATE : Phase.LOCK_READ, commitPoint.firstSent);
      clock.until(Phase.COMMIT, commitPoint.end(now));
    }
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }

  /**
   * Times what lies between the user's code of one attempt and whatever comes next: its commit, and
   * the way to the next attempt when it has lost. For one thread.
   */
  static final class CommitTimer {
    private @Nullable CommitWatch watch;

    /** User code begins, perhaps after a conflict. */
    void begun() {
      PhaseClock clock = PhaseClock.current();
      if (clock != null && watch != null) {
        watch.chargeLost(clock, System.nanoTime());
      }
      close();
    }

    /** User code ends. */
    void executed(String id) {
      if (PhaseClock.current() != null) {
        PhaseClock.enter(Phase.CLIENT);
        watch = CommitWatch.open(id);
      }
    }

    /** The business transaction ends. */
    void ended() {
      PhaseClock clock = PhaseClock.current();
      if (clock != null && watch != null) {
        watch.chargeCommitted(clock, System.nanoTime());
      }
      close();
    }

    private void close() {
      if (watch != null) {
        watch.close();
        watch = null;
      }
    }
  }
}
