/**
 * The store on HBase, and the only package that performs I/O: it uses raw {@code AsyncTable}s, so
 * that nothing here blocks and futures complete on HBase's threads.
 *
 * <p>The entry is {@link io.rowlock.internal.hbase.HBaseStores}. The package also contains the real
 * clock and timer of {@code Environment}.
 */
@NullMarked
package io.rowlock.internal.hbase;

import org.jspecify.annotations.NullMarked;
