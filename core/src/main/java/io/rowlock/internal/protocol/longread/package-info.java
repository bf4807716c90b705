/**
 * Everything about transactions that read more rows than they could lock: the snapshots that they
 * read, the barriers at which writers pause while a snapshot is opened, and the recovery of pages
 * full of abandoned locks. {@code Snapshot} argues why its rows are of one instant; nothing else in
 * this package affects safety.
 *
 * <p>Other rooms meet it in three places: {@link
 * io.rowlock.internal.protocol.longread.PageRecovery} is what scans report to, {@link
 * io.rowlock.internal.protocol.longread.LongReads} is what commits and holds wait for, and a {@link
 * io.rowlock.internal.protocol.longread.Snapshot} is what a transaction reserves.
 */
@NullMarked
package io.rowlock.internal.protocol.longread;

import org.jspecify.annotations.NullMarked;
