/** What all benchmarks share: counting requests, timing, judging and writing down. */
@NullMarked
package io.rowlock.bench.measure;

import org.jspecify.annotations.NullMarked;
