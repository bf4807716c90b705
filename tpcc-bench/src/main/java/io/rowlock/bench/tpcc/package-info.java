/** {@code bench tpcc}: TPC-C, complete and checked. */
@NullMarked
package io.rowlock.bench.tpcc;

import org.jspecify.annotations.NullMarked;
