/**
 * Administration: makes tables transactional, verifies them, and lists, settles, discards and
 * vacuums locks. Start with {@link io.rowlock.admin.TransactionAdmin}.
 *
 * <p>Refused changes are {@link io.rowlock.UnsafeTableException} and {@link
 * io.rowlock.LockRefusedException}; everything else fails with HBase's own exceptions.
 */
@NullMarked
package io.rowlock.admin;

import org.jspecify.annotations.NullMarked;
