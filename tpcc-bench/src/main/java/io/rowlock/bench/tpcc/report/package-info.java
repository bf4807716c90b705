/** Shows results of TPC-C to people: {@code report.html}, and comparisons of two runs. */
@NullMarked
package io.rowlock.bench.tpcc.report;

import org.jspecify.annotations.NullMarked;
