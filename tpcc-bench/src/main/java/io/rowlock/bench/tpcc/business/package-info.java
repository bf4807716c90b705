/** The five business transactions of TPC-C, what goes into them and what comes out. */
@NullMarked
package io.rowlock.bench.tpcc.business;

import org.jspecify.annotations.NullMarked;
