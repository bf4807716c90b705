/** The results of TPC-C: the records and files of a run, and {@code report.html}. */
@NullMarked
package io.rowlock.bench.tpcc.report;

import org.jspecify.annotations.NullMarked;
