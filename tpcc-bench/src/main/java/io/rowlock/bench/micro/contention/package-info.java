/**
 * {@code bench contention}: many threads at one row, and audits beside transfers.
 *
 * <p>{@code ContentionRun} goes through the rounds with the options of {@code ContentionPlan};
 * {@code ContentionTable} holds the counters and the accounts.
 */
@NullMarked
package io.rowlock.bench.micro.contention;

import org.jspecify.annotations.NullMarked;
