/**
 * The store on HBase, and the only package that does I/O: raw {@code AsyncTable}s, so that nothing
 * here blocks and futures complete on HBase's threads.
 *
 * <p>The door is {@link io.rowlock.internal.hbase.HBaseStores}. Beside it stand the real clock and
 * timer of {@code Environment}.
 */
@NullMarked
package io.rowlock.internal.hbase;

import org.jspecify.annotations.NullMarked;
