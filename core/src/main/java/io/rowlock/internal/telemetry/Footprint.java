package io.rowlock.internal.telemetry;

import java.util.SortedSet;

/**
 * What an attempt has touched.
 *
 * @param rowsRead rows requested by key, and rows met in ranges
 */
public record Footprint(SortedSet<String> tables, long rowsRead, long rowsWritten) {}
