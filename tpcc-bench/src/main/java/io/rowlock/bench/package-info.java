/** Benchmarks that users run from one command line, {@link io.rowlock.bench.Bench}. */
@NullMarked
package io.rowlock.bench;

import org.jspecify.annotations.NullMarked;
