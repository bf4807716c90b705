/**
 * {@code bench profile}: two small transactions, run with plain HBase and with Rowlock, side by
 * side.
 *
 * <p>{@code ProfileCommand} runs the windows in the order of {@code Schedule}, each of them with a
 * {@code Measurement}; {@code Plan} holds the options, and {@code ProfileExperiment} judges and
 * shows the results.
 */
@NullMarked
package io.rowlock.bench.micro.profile;

import org.jspecify.annotations.NullMarked;
