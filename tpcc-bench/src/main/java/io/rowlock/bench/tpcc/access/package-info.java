/**
 * What business transactions read and write through, with Rowlock or plain HBase behind it, so that
 * they are written once.
 */
@NullMarked
package io.rowlock.bench.tpcc.access;

import org.jspecify.annotations.NullMarked;
