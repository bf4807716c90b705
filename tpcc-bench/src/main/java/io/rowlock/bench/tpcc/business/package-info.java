/** The five business transactions of TPC-C with their inputs and outputs. */
@NullMarked
package io.rowlock.bench.tpcc.business;

import org.jspecify.annotations.NullMarked;
