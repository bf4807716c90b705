package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Draws the travel times of one client's messages, and their faults. */
final class Wire {

  /**
   * The durations of messages.
   *
   * @param travel one way, mostly
   * @param timeout after which a caller gives up
   * @param late the longest delay of a delayed message
   */
  record Pace(Duration travel, Duration timeout, Duration late) {}

  private final VirtualTime time;
  private final Pace pace;
  private final MessageDice faults;
  private final SplittableRandom dice;
  private final Counts counts;
  private Outage outage = Outage.NEVER;
  private @Nullable RepeatedFaults repeated;
  private boolean readsSuffer;

  Wire(VirtualTime time, Pace pace, MessageDice faults, SplittableRandom dice, Counts counts) {
    this.time = time;
    this.pace = pace;
    this.faults = faults;
    this.dice = dice;
    this.counts = counts;
  }

  void plan(Outage planned) {
    outage = planned;
  }

  void plan(RepeatedFaults planned) {
    repeated = planned;
  }

  /** Makes reads meet faults as often as writes do. */
  void letReadsSuffer() {
    readsSuffer = true;
  }

  void heal() {
    faults.heal();
    outage = Outage.NEVER;
    repeated = null;
  }

  /** Returns the fault of a write; null for none. */
  @Nullable Fault faultOfWrite(LockAudit.Entry entry) {
    Fault stays = repeated == null ? null : repeated.faultOf(entry);
    if (stays != null) {
      counts.count(Fault.STUBBORN_ROW);
      return counted(stays);
    }
    if (outage.covers(time.monotonicNanos())) {
      counts.count(Fault.OUTAGE);
      return counted(outage.fault());
    }
    return counted(without(Fault.STALE_READ, faults.next()));
  }

  /** Returns the fault of a read, which is less often one. */
  @Nullable Fault faultOfRead() {
    if (outage.readsToo() && outage.covers(time.monotonicNanos())) {
      counts.count(Fault.OUTAGE);
      return outage.fault() == Fault.STALE_ANSWER ? null : counted(outage.fault());
    }
    return readsSuffer || dice.nextInt(4) == 0
        ? counted(without(Fault.REFUSED_REPLY, without(Fault.STALE_ANSWER, faults.next())))
        : null;
  }

  private static @Nullable Fault without(Fault excluded, @Nullable Fault fault) {
    return fault == excluded ? null : fault;
  }

  private @Nullable Fault counted(@Nullable Fault fault) {
    if (fault != null) {
      counts.count(fault);
    }
    return fault;
  }

  SplittableRandom dice() {
    return dice;
  }

  void after(Duration delay, Runnable event) {
    time.schedule(delay, event);
  }

  Duration timeout() {
    return pace.timeout();
  }

  /** Returns a travel time, mostly short, sometimes much longer. */
  Duration travel() {
    long nanos = dice.nextLong(pace.travel().toNanos() + 1);
    return Duration.ofNanos(dice.nextInt(16) == 0 ? nanos * 8 : nanos);
  }

  Duration late() {
    return Duration.ofNanos(dice.nextLong(pace.late().toNanos() + 1));
  }
}
