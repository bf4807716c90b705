package io.rowlock.admin;

/**
 * The progress of reopening the regions of a table whose descriptor was changed.
 *
 * @param regionsReopened regions that have the new descriptor
 * @param regions of the table
 */
public record ReopenProgress(int regionsReopened, int regions) {}
