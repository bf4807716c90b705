package io.rowlock.operations;

import java.util.List;

/**
 * The users that may write the locks of a table, and what guards the locks.
 *
 * @param enforced whether HBase checks permissions; otherwise nothing guards the locks, and the
 *     steps are those to take before it does
 * @param steps the changes that keep the plain users away from the locks, in this order; empty if
 *     there is nothing to change
 * @param unguarded the plain users that may write the locks by other grants, which are not the
 *     table's: a superuser's, or one of a group, the namespace, or the cluster
 * @param writers the other users that the table's grants allow to write the locks, as transactions
 *     need it
 */
public record GuardReport(
    boolean enforced, List<GuardStep> steps, List<String> unguarded, List<String> writers) {

  /** Returns whether no plain user may write the locks once the steps are taken. */
  public boolean isGuarded() {
    return enforced && unguarded.isEmpty();
  }
}
