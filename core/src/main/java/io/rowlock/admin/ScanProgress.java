package io.rowlock.admin;

/**
 * The progress of a scan, region by region.
 *
 * @param regionsDone regions that are finished
 * @param regions the number of regions to scan
 * @param rowsSeen rows scanned so far
 */
public record ScanProgress(int regionsDone, int regions, long rowsSeen) {}
