package io.rowlock.admin;

/**
 * What the second pass of a vacuum has done with the locks that the first one had marked.
 *
 * @param deleted gone now; in a dry run: would be
 * @param gone not there any more
 * @param changed kept, as transactions have touched the rows since
 * @param withData kept, as the rows have data
 * @param tooNew kept, as their lock time or version lies within the horizon
 * @param unknown the answer to the deletion was lost; another run tells
 */
public record VacuumReport(
    long deleted, long gone, long changed, long withData, long tooNew, long unknown) {}
