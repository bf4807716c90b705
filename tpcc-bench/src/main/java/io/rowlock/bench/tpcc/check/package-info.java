/** Whether a TPC-C database is consistent: every row, in exact numbers. */
@NullMarked
package io.rowlock.bench.tpcc.check;

import org.jspecify.annotations.NullMarked;
