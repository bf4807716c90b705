/**
 * Administration: makes tables transactional, and verifies them. Start with {@link
 * io.rowlock.admin.TransactionAdmin}. The artifact {@code rowlock-operations} contains the tools
 * for locks.
 *
 * <p>Refused changes are {@link io.rowlock.UnsafeTableException}; everything else fails with
 * HBase's own exceptions.
 */
@NullMarked
package io.rowlock.admin;

import org.jspecify.annotations.NullMarked;
