package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One attempt under way: which of its rows are held, and which may be without our knowing.
 * Thread-safe, since the answers of a wave arrive on several threads.
 */
final class CommitAttempt {

  private final CommitPlan plan;
  private final TransactionObserver observer;
  private final Map<RowKey, LockedRow> held = new HashMap<>();
  private final Map<RowKey, ConditionalWrite> unsettled = new HashMap<>();
  private final Map<RowKey, WriteOutcome> refused = new HashMap<>();
  private boolean isHopeless;

  CommitAttempt(CommitPlan plan, TransactionObserver observer) {
    this.plan = plan;
    this.observer = observer;
  }

  /** Is told how the attempt goes. */
  TransactionObserver observer() {
    return observer;
  }

  CommitPlan plan() {
    return plan;
  }

  /** What to report when something has failed that proves nothing, once it may have committed. */
  ProtocolFailure unknown(@Nullable Throwable cause) {
    return cause instanceof ProtocolFailure known
            && known.kind() == ProtocolFailure.Kind.OUTCOME_UNKNOWN
        ? known
        : ProtocolFailure.outcomeUnknown(
            plan.primary().key(),
            "It is not known whether transaction " + plan.id() + " has committed",
            cause);
  }

  /** From now on, and until it is settled, the write may take hold at any time. */
  synchronized void sending(ConditionalWrite write) {
    refused.remove(write.key());
    unsettled.put(write.key(), write);
  }

  /** The row holds this attempt's lock. */
  synchronized void holds(LockedRow row) {
    unsettled.remove(row.key());
    refused.remove(row.key());
    held.put(row.key(), row);
  }

  /** The write took hold. */
  void holds(ConditionalWrite write, RowLock lock) {
    holds(new LockedRow(new StoredRow(write.key(), List.of(), write.replacement()), lock));
  }

  /** The row does not hold this attempt's lock and never will without another write. */
  synchronized void lost(RowKey key) {
    unsettled.remove(key);
    held.remove(key);
  }

  /** The only prewrite of the row was refused: none is under way. */
  synchronized void noteRefused(RowKey key, WriteOutcome refusal) {
    refused.put(key, refusal);
  }

  /** So it was by a region that takes no write at all. */
  synchronized boolean isBarred(RowKey key) {
    WriteOutcome refusal = refused.get(key);
    return refusal != null && refusal.isBarred();
  }

  /** One of the rows never bears this attempt's lock. */
  synchronized void noteHopeless() {
    isHopeless = true;
  }

  synchronized boolean isHopeless() {
    return isHopeless;
  }

  synchronized @Nullable LockedRow held(RowKey key) {
    return held.get(key);
  }

  /** The secondaries, all of which are held once the prewrite has succeeded. */
  synchronized List<LockedRow> heldSecondaries() {
    List<LockedRow> rows = new ArrayList<>(plan.secondaries().size());
    for (WriteRow row : plan.secondaries()) {
      LockedRow lock = held.get(row.key());
      if (lock == null) {
        throw new IllegalStateException("not held: " + row.key());
      }
      rows.add(lock);
    }
    return rows;
  }

  synchronized boolean holdsAllSecondaries() {
    return plan.secondaries().stream().allMatch(row -> held.containsKey(row.key()));
  }

  synchronized List<LockedRow> allHeld() {
    return List.copyOf(held.values());
  }

  synchronized List<ConditionalWrite> allUnsettled() {
    return List.copyOf(unsettled.values());
  }
}
