/**
 * A storage backend of JanusGraph: each of its transactions is a transaction of Rowlock. {@link
 * io.rowlock.janusgraph.RowlockStoreManager} is its name in JanusGraph's configuration.
 */
@NullMarked
package io.rowlock.janusgraph;

import org.jspecify.annotations.NullMarked;
