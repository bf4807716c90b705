/**
 * {@code bench profile}: two small transactions, run with plain HBase and with Rowlock, side by
 * side.
 *
 * <p>{@link io.rowlock.bench.micro.profile.ProfileCommand} holds the options; a plan of windows is
 * worked off by {@code Interleaving}, each window by {@code Measurement}; {@code Reports} write the
 * results.
 */
@NullMarked
package io.rowlock.bench.micro.profile;

import org.jspecify.annotations.NullMarked;
