package io.rowlock.test;

import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.longread.BarrierRows;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import io.rowlock.test.OrderedFaults.Fate;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands between one client and the servers, and lets the client's commits meet the faults that a
 * test has ordered. Thread-safe.
 */
final class FaultyNetwork implements Interceptor {

  private final OrderedFaults faults = new OrderedFaults();
  private final Consumer<Set<RowKey>> rival;
  private @Nullable TransactionManager client; // guarded by this, as the others are
  private boolean isDead;
  private long backAtUnknown;

  /**
   * Creates a network without faults.
   *
   * @param rival writes rows as another client does
   */
  FaultyNetwork(Consumer<Set<RowKey>> rival) {
    this.rival = rival;
  }

  /** Sets the client whose requests these are, before it sends any. */
  synchronized void serve(TransactionManager manager) {
    client = manager;
  }

  OrderedFaults faults() {
    return faults;
  }

  /** Returns whether the client is cut off forever. */
  synchronized boolean isDead() {
    return isDead;
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    if (isSilent()) {
      call.fail(silence());
    } else {
      faults.noteRead(call.request().key());
      call.deliver();
    }
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    if (isSilent()) {
      call.fail(silence());
    } else {
      call.deliver(page -> page.rows().forEach(row -> faults.noteRead(row.key())));
    }
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    if (isSilent()) {
      LostMessage.request(call);
      return;
    }
    RowKey row = call.request().key();
    CommitSteps steps = CommitSteps.of(call.request());
    if (steps.isFirst() && !BarrierRows.contain(row)) {
      contend(row);
    }
    Fate fate = steps.isCommitPoint() ? faults.nextFate() : null;
    if (fate == null) {
      call.deliver();
    } else {
      lose(call, fate);
    }
  }

  private void contend(RowKey written) {
    Set<RowKey> rows = faults.contended(written);
    if (!rows.isEmpty()) {
      rival.accept(rows);
    }
  }

  private void lose(PendingCall<ConditionalWrite, WriteOutcome> call, Fate fate) {
    beginSilence(fate);
    if (fate == Fate.ANSWER_LOST) {
      LostMessage.reply(call);
    } else {
      LostMessage.request(call);
    }
  }

  /** Silences the servers until the client has given up, or forever if it is dead. */
  private synchronized void beginSilence(Fate fate) {
    isDead = fate == Fate.DEATH;
    backAtUnknown = unknownOutcomes() + 1;
  }

  private synchronized boolean isSilent() {
    return isDead || unknownOutcomes() < backAtUnknown;
  }

  private long unknownOutcomes() {
    return client == null ? 0 : client.counters().unknownOutcomes();
  }

  private static IOException silence() {
    return new IOException("Simulated: the servers do not answer");
  }
}
