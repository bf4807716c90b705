/** Checks the consistency of a TPC-C database: every row, with exact numbers. */
@NullMarked
package io.rowlock.bench.tpcc.check;

import org.jspecify.annotations.NullMarked;
