/** Runs TPC-C: terminals, their pace, what is counted of them, and the report for people. */
@NullMarked
package io.rowlock.bench.tpcc.run;

import org.jspecify.annotations.NullMarked;
