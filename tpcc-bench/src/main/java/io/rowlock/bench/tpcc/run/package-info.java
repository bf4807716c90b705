/** Runs TPC-C: terminals, their pace, their counts, and the text report. */
@NullMarked
package io.rowlock.bench.tpcc.run;

import org.jspecify.annotations.NullMarked;
