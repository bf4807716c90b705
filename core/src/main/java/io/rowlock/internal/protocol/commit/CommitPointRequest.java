package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sending of the commit point; earlier ones may still be under way.
 *
 * @param writes the primary's write, and those of the region rows
 * @param isFirst whether nothing else has been sent or answered
 * @param left how often it may be sent again; at 0 and below the primary is fenced instead
 * @param regionTurnedDown whether a condition of the region commit on another row keeps it from
 *     being applied
 * @param refusal the answer to the only request, if it was refused: none is under way
 * @param isUnapplied whether each request sent so far was surely not applied
 * @param cause the error in the latest answer, if there was one
 */
record CommitPointRequest(
    CommitPlan plan,
    CommitAttempt attempt,
    List<ConditionalWrite> writes,
    int left,
    boolean isFirst,
    boolean regionTurnedDown,
    @Nullable WriteOutcome refusal,
    boolean isUnapplied,
    @Nullable Throwable cause) {

  static CommitPointRequest first(
      CommitPlan plan, CommitAttempt attempt, List<ConditionalWrite> writes, int left) {
    return new CommitPointRequest(plan, attempt, writes, left, true, false, null, true, null);
  }

  CommitPointRequest with(List<ConditionalWrite> others) {
    return with(others, left - 1, regionTurnedDown, refusal);
  }

  private CommitPointRequest with(
      List<ConditionalWrite> others, int tries, boolean turnedDown, @Nullable WriteOutcome only) {
    return new CommitPointRequest(
        plan, attempt, others, tries, false, turnedDown, only, isUnapplied, cause);
  }

  /** Returns the same after an answer that is not "applied". */
  CommitPointRequest answeredWith(WriteOutcome outcome) {
    return new CommitPointRequest(
        plan,
        attempt,
        writes,
        left,
        isFirst,
        regionTurnedDown,
        refusal,
        isUnapplied && outcome.isUnapplied(),
        outcome.cause());
  }

  CommitPointRequest next() {
    return with(writes);
  }

  CommitPointRequest afterRefusal() {
    return plan.isRegionCommit() ? with(writes, Math.min(left, 0), true, refusal) : this;
  }

  CommitPointRequest afterRejection(WriteOutcome rejection) {
    return with(writes, Math.min(left, 0), regionTurnedDown, isFirst ? rejection : null);
  }

  boolean isRefused() {
    return refusal != null;
  }

  boolean isBarred() {
    return refusal != null && refusal.isBarred();
  }

  boolean lacksFamily() {
    return refusal != null && LostTables.lacksFamily(refusal);
  }

  LockPlan locks() {
    return plan.locks();
  }

  ConditionalWrite write() {
    return writes.get(0);
  }
}
