package io.rowlock.admin;

/**
 * How many regions of a table whose descriptor was changed have been opened since.
 *
 * @param regionsReopened regions that have the new descriptor
 * @param regions of the table
 */
public record ReopenProgress(int regionsReopened, int regions) {}
