/** The rows of TPC-C and the layouts that map them to tables of HBase. */
@NullMarked
package io.rowlock.bench.tpcc.layout;

import org.jspecify.annotations.NullMarked;
