package io.rowlock.admin;

/**
 * How far a scan has come, region by region.
 *
 * @param regionsDone regions that are finished
 * @param regions regions to look at
 * @param rowsSeen rows looked at so far
 */
public record ScanProgress(int regionsDone, int regions, long rowsSeen) {}
