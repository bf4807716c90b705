/**
 * Locks the rows of a transaction that keeps losing before it runs again, so that it commits in the
 * end. Nothing in this package affects safety.
 */
@NullMarked
package io.rowlock.internal.protocol.contention;

import org.jspecify.annotations.NullMarked;
