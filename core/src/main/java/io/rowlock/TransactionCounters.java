package io.rowlock;

/**
 * The counters of a {@link TransactionManager} since its creation. A snapshot: immutable, but not
 * taken at one instant, so that sums may differ by what was under way.
 *
 * @param begun transactions begun, every attempt of {@code call}, {@code run} and their
 *     asynchronous twins counted
 * @param committed transactions known to be committed
 * @param conflicts transactions, attempts included, that ended in a {@link ConflictException};
 *     those of {@link TransactionManager#begin} at their commit
 * @param retries attempts that {@code call}, {@code run} and their asynchronous twins made after a
 *     conflict
 * @param escalations those of the retries that locked their rows before they ran
 * @param unknownOutcomes transactions that ended in a {@link CommitOutcomeUnknownException}
 * @param failed transactions that ended in any other failure, of HBase or of the user's own code
 * @param rpcsForeground requests to region servers that a caller waited for
 * @param rpcsBackground requests to region servers after a commit, for abandoned locks, and to look
 *     for long readers (four a second for each table while a client commits often)
 */
public record TransactionCounters(
    long begun,
    long committed,
    long conflicts,
    long retries,
    long escalations,
    long unknownOutcomes,
    long failed,
    long rpcsForeground,
    long rpcsBackground) {}
