/**
 * HBase connections on which an unchanged application runs its calls as transactions.
 *
 * <p>{@link io.rowlock.connection.RowlockConnection} is installed by the setting {@code
 * hbase.client.connection.impl}.
 */
@NullMarked
package io.rowlock.connection;

import org.jspecify.annotations.NullMarked;
