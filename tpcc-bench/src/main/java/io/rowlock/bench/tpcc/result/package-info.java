/** What a run of TPC-C leaves behind: records that can be read back, and files. */
@NullMarked
package io.rowlock.bench.tpcc.result;

import org.jspecify.annotations.NullMarked;
