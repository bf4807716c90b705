/** The tables of TPC-C: their columns, keys and ranges, apart from where rows are stored. */
@NullMarked
package io.rowlock.bench.tpcc.schema;

import org.jspecify.annotations.NullMarked;
