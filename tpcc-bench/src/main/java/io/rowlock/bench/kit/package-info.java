/**
 * What all benchmarks share: the HBase that they run on, closed loops, rounds, counted requests,
 * reports and exit statuses. It uses no other package of the benchmarks.
 */
@NullMarked
package io.rowlock.bench.kit;

import org.jspecify.annotations.NullMarked;
