/**
 * The results of TPC-C: the records and files of a run, which can be read back, {@code
 * report.html}, and comparisons of two runs.
 */
@NullMarked
package io.rowlock.bench.tpcc.report;

import org.jspecify.annotations.NullMarked;
