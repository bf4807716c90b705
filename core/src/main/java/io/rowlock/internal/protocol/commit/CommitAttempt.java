package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of one attempt: which of its rows are held, and which may be held without a confirming
 * answer. Thread-safe, because the answers of a wave arrive on several threads.
 */
public final class CommitAttempt {

  private final LockPlan plan;
  private final TransactionObserver observer;
  private final @Nullable TransactionId holdId;
  private final Map<RowKey, LockedRow> held = new HashMap<>();
  private final Map<RowKey, ConditionalWrite> unsettled = new HashMap<>();

  /** Creates the attempt of a hold. */
  public CommitAttempt(LockPlan plan) {
    this(plan, TransactionObserver.NONE, null);
  }

  /**
   * Creates an attempt.
   *
   * @param holdId the identity of the hold that the transaction has, null for none
   */
  CommitAttempt(LockPlan plan, TransactionObserver observer, @Nullable TransactionId holdId) {
    this.plan = plan;
    this.observer = observer;
    this.holdId = holdId;
  }

  /** Returns the observer of this attempt's progress. */
  TransactionObserver observer() {
    return observer;
  }

  public LockPlan plan() {
    return plan;
  }

  /** Returns whether the row is under the hold of the transaction, which is never committed. */
  boolean isUnderHold(LockedRow row) {
    return row.isHeldBy(holdId);
  }

  /** Returns how long reads wait for undecided locks while this attempt holds its own. */
  WaitPolicy waitPolicy(Environment environment, Duration bound) {
    return WaitPolicy.ofHolder(environment, bound, plan.age(), plan.id(), holdId);
  }

  /**
   * Returns the failure to report if the attempt may have committed and a failure leaves this
   * unproved.
   */
  ProtocolFailure unknown(@Nullable Throwable cause) {
    return ProtocolFailure.outcomeUnknown(
        plan.primaryKey(),
        "It is not known whether transaction " + plan.id() + " has committed",
        cause);
  }

  /** Notes that the write is sent. It may take effect at any time until it is settled. */
  synchronized void sending(ConditionalWrite write) {
    unsettled.put(write.key(), write);
  }

  /** Notes that the row holds this attempt's lock. */
  public synchronized void holds(LockedRow row) {
    unsettled.remove(row.key());
    held.put(row.key(), row);
  }

  /** Notes that the write took effect. */
  void holds(ConditionalWrite write, RowLock lock) {
    holds(LockedRow.after(write, lock));
  }

  /** Notes that the row does not hold this attempt's lock, and never will without another write. */
  public synchronized void lost(RowKey key) {
    unsettled.remove(key);
    held.remove(key);
  }

  /** Returns the row with this attempt's lock, null if it is not held. */
  public synchronized @Nullable LockedRow held(RowKey key) {
    return held.get(key);
  }

  /** Returns the secondaries. All of them are held once the prewrite has succeeded. */
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

  synchronized List<LockedRow> allHeld() {
    return List.copyOf(held.values());
  }

  synchronized List<ConditionalWrite> allUnsettled() {
    return List.copyOf(unsettled.values());
  }
}
