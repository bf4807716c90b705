package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.commit.CommitPlan.OneRequest;
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
 */
record CommitPointRequest(
    OneRequest commitPoint,
    CommitAttempt attempt,
    List<ConditionalWrite> writes,
    int left,
    boolean isFirst,
    boolean regionTurnedDown,
    @Nullable WriteOutcome refusal,
    boolean isUnapplied) {

  static CommitPointRequest first(
      OneRequest commitPoint, CommitAttempt attempt, List<ConditionalWrite> writes, int left) {
    return new CommitPointRequest(commitPoint, attempt, writes, left, true, false, null, true);
  }

  CommitPointRequest with(List<ConditionalWrite> others) {
    return new CommitPointRequest(
        commitPoint, attempt, others, left - 1, false, regionTurnedDown, refusal, isUnapplied);
  }

  /** Returns the same after an answer that is not "applied". */
  CommitPointRequest answeredWith(WriteOutcome outcome) {
    return new CommitPointRequest(
        commitPoint,
        attempt,
        writes,
        left,
        isFirst,
        regionTurnedDown,
        refusal,
        isUnapplied && outcome.isUnapplied());
  }

  CommitPointRequest next() {
    return with(writes);
  }

  CommitPointRequest afterRefusal() {
    return commitPoint.isRegionCommit()
        ? new CommitPointRequest(
            commitPoint, attempt, writes, Math.min(left, 0), false, true, refusal, isUnapplied)
        : this;
  }

  CommitPointRequest afterRejection(WriteOutcome rejection) {
    WriteOutcome only = isFirst ? rejection : null;
    return new CommitPointRequest(
        commitPoint,
        attempt,
        writes,
        Math.min(left, 0),
        false,
        regionTurnedDown,
        only,
        isUnapplied);
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

  LockPlan plan() {
    return attempt.plan();
  }

  ConditionalWrite write() {
    return writes.get(0);
  }
}
