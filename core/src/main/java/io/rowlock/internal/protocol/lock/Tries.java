package io.rowlock.internal.protocol.lock;

/**
 * How often each step is tried before the next means is used, or the step fails. Lower numbers cost
 * conflicts and unknown outcomes, never safety; clients need not agree.
 *
 * @param commit repeated requests of a commit point, before its primary is fenced
 * @param fences failed fences, before the outcome is unknown
 * @param prewrite repeated requests of a prewrite
 * @param escalation repeated requests of a hold, for which nothing is at stake yet
 * @param looks reads of a secondary, before its bytes are fenced
 * @param release tries to roll back one row that an attempt has prewritten
 * @param attempts of one commit; each waits for rivals while it holds nothing, so user code may
 *     just as well run again
 * @param escalationAttempts to take a hold before the user's code runs; until the primary is locked
 *     nothing is held
 */
public record Tries(
    int commit,
    int fences,
    int prewrite,
    int escalation,
    int looks,
    int release,
    int attempts,
    int escalationAttempts) {

  public static final Tries DEFAULT = new Tries(5, 3, 5, 50, 6, 2, 20, 20);
}
