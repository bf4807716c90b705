package io.rowlock.operations;

/**
 * The results of a sweep for the marked locks.
 *
 * @param deleted gone now; in a dry run: would be
 * @param gone had no lock any more
 * @param changed kept, because transactions have touched the rows since
 * @param withData kept, because the rows have data
 * @param tooNew kept, because their lock time or version is not older than the horizon by half an
 *     hour
 * @param unknown the answer to the deletion was lost; another run shows the result
 */
public record VacuumReport(
    long deleted, long gone, long changed, long withData, long tooNew, long unknown) {}
