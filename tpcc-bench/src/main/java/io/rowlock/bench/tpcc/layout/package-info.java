/** Where the rows of TPC-C stand in HBase. */
@NullMarked
package io.rowlock.bench.tpcc.layout;

import org.jspecify.annotations.NullMarked;
