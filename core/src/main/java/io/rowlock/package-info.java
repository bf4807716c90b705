/** Strictly serializable multi-row transactions for Apache HBase. */
@NullMarked
package io.rowlock;

import org.jspecify.annotations.NullMarked;
