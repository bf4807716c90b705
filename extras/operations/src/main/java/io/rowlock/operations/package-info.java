/**
 * Operations: makes transactional tables plain again, guards locks, and lists, settles, discards
 * and vacuums them. Start with {@link io.rowlock.operations.RowlockOperations}.
 *
 * <p>Refused changes are {@link io.rowlock.LockRefusedException}; everything else fails with
 * HBase's own exceptions.
 */
@NullMarked
package io.rowlock.operations;

import org.jspecify.annotations.NullMarked;
