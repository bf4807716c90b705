package io.rowlock.stress;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Delivers requests on its own threads, and loses, delays or repeats one in fifty. */
final class UnreliableNetwork implements Interceptor, AutoCloseable {

  private static final int MOST_DELAY_MICROS = 400;
  private static final int LATE_MICROS = 300_000;

  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(3, Threads.named("network"));
  private final Phaser underWay = new Phaser(1);
  private volatile boolean isReliable;

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    send(call);
  }

  @Override
  public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    if (strikes(200)) {
      call.answer(WriteOutcome.NOT_COLOCATED);
    } else {
      send(call);
    }
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    if (strikes(500)) {
      later(MOST_DELAY_MICROS, () -> call.fail(new IOException("the read failed")));
    } else if (dice(3) == 0) {
      call.deliver();
    } else {
      later(MOST_DELAY_MICROS, call::deliver);
    }
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    later(MOST_DELAY_MICROS, call::deliver);
  }

  private <Q> void send(PendingCall<Q, WriteOutcome> call) {
    if (strikes(50)) {
      later(MOST_DELAY_MICROS, () -> strike(call));
    } else {
      later(MOST_DELAY_MICROS, () -> deliver(call));
    }
  }

  /** Servers may leave open which of several conditions did not hold. */
  private static <Q> void deliver(PendingCall<Q, WriteOutcome> call) {
    WriteOutcome outcome = call.execute();
    boolean isVague = outcome.equals(WriteOutcome.NOT_EQUAL) && dice(2) == 0;
    call.answer(isVague ? WriteOutcome.TURNED_DOWN : outcome);
  }

  private <Q> void strike(PendingCall<Q, WriteOutcome> call) {
    switch (dice(7)) {
      case 0 -> call.answer(WriteOutcome.maybeApplied(new IOException("the request was lost")));
      case 1 -> call.answer(WriteOutcome.unapplied(new IOException("never sent")));
      case 2 -> {
        WriteOutcome unused = call.execute();
        call.answer(WriteOutcome.maybeApplied(new IOException("the answer was lost")));
      }
      case 3 -> {
        WriteOutcome unused = call.execute();
        call.answer(WriteOutcome.rejected(new IOException("applied, and rejected after that")));
      }
      case 4 -> {
        WriteOutcome unused = call.execute();
        call.answer(call.execute());
      }
      case 5 -> {
        later(LATE_MICROS, call::execute);
        call.answer(WriteOutcome.maybeApplied(new IOException("the request is late")));
      }
      default -> later(LATE_MICROS, () -> deliver(call));
    }
  }

  private boolean strikes(int oneOf) {
    return !isReliable && dice(oneOf) == 0;
  }

  private static int dice(int sides) {
    return ThreadLocalRandom.current().nextInt(sides);
  }

  private void later(int mostMicros, Runnable task) {
    int unusedPhase = underWay.register();
    var unused =
        threads.schedule(
            () -> {
              try {
                task.run();
              } finally {
                int unusedArrival = underWay.arriveAndDeregister();
              }
            },
            dice(mostMicros),
            TimeUnit.MICROSECONDS);
  }

  /** Loses nothing from now on, and waits until the requests under way have arrived. */
  void calmDown() {
    isReliable = true;
    int unused = underWay.arriveAndAwaitAdvance();
  }

  @Override
  public void close() {
    var unused = threads.shutdownNow();
  }
}
