package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.DecidedRow;
import java.util.List;

/**
 * A page of a scan in which every row is decided.
 *
 * @param rows in the order of the scan; a row may have no selected cell, only a lock
 * @param exhausted whether the range contains no further row
 */
public record DecidedPage(List<DecidedRow> rows, boolean exhausted) {}
