/** The random functions of TPC-C (clauses 2.1.5, 2.1.6 and 4.3.2). */
@NullMarked
package io.rowlock.bench.tpcc.random;

import org.jspecify.annotations.NullMarked;
