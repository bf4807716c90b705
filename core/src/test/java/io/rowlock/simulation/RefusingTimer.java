package io.rowlock.simulation;

import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A timer in virtual time that refuses some of its tasks, as one that is closed or gets no thread.
 */
public final class RefusingTimer implements Scheduler {

  private final VirtualTime time;
  private @Nullable Throwable next;
  private boolean hasRefused;

  public RefusingTimer(VirtualTime time) {
    this.time = time;
  }

  /** Refuses the next task. */
  public void refuseNext(Throwable refusal) {
    next = refusal;
  }

  public boolean hasRefused() {
    return hasRefused;
  }

  /** Returns an environment with this timer. */
  public Environment environment() {
    Environment sound = time.environment(77);
    return new Environment(sound.clock(), this, sound.random());
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    Throwable refusal = next;
    if (refusal == null) {
      time.schedule(delay, task);
      return;
    }
    next = null;
    hasRefused = true;
    throw RefusingTimer.<RuntimeException>sneaky(refusal);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X sneaky(Throwable failure) throws X {
    throw (X) failure;
  }
}
