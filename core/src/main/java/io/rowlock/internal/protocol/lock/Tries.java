package io.rowlock.internal.protocol.lock;

/**
 * How often something is tried before the next means is taken, or the last one has failed. Fewer
 * cost conflicts and unknown outcomes, never safety; clients need not agree.
 *
 * @param commit sendings of a commit point again, before its primary is fenced
 * @param fences that fail, before the outcome is unknown
 * @param prewrite sendings of a prewrite again
 * @param escalation the same of a lock that is only to hold its row: nothing is at stake yet
 * @param looks at a secondary, before its bytes are put to the proof
 * @param parallelLooks at the rows of a parallel commit by its owner, before the outcome is unknown
 * @param finish tries of that owner to make its primary tell of the commit
 * @param release of one row that an attempt has prewritten
 * @param attempts of one commit; each waits for rivals without holding anything, and then user code
 *     may as well run again
 * @param escalationAttempts to lock rows ahead; before the primary is locked nothing is held
 */
public record Tries(
    int commit,
    int fences,
    int prewrite,
    int escalation,
    int looks,
    int parallelLooks,
    int finish,
    int release,
    int attempts,
    int escalationAttempts) {

  public static final Tries DEFAULT = new Tries(5, 3, 5, 50, 6, 8, 5, 2, 20, 20);
}
