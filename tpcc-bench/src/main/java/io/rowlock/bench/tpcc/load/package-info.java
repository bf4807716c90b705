/** Makes, fills and drops the tables of TPC-C. */
@NullMarked
package io.rowlock.bench.tpcc.load;

import org.jspecify.annotations.NullMarked;
