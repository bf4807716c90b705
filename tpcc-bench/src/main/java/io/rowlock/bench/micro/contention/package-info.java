/**
 * {@code bench contention}: many threads at one row, and audits beside transfers.
 *
 * <p>{@link io.rowlock.bench.micro.contention.ContentionCommand} holds the options; {@code
 * ContentionRun} goes through the rounds, {@code Counters} and {@code Bank} do the work.
 */
@NullMarked
package io.rowlock.bench.micro.contention;

import org.jspecify.annotations.NullMarked;
