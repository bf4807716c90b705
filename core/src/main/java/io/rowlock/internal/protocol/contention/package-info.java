/**
 * Everything about transactions that meet at the same rows: those of this process take turns, blind
 * writers that wait commit as one, a transaction that keeps losing takes a hold on its rows before
 * it runs again, and a commit hands such a hold over to the next transaction. Turns affect only
 * speed; {@code Combination}, {@code CombinedCommit}, {@code RowHolds} and {@code HandOver} argue
 * why the rest is safe.
 */
@NullMarked
package io.rowlock.internal.protocol.contention;

import org.jspecify.annotations.NullMarked;
