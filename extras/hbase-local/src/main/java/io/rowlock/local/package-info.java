/**
 * A whole HBase on this machine, each server in a process of its own. {@code scripts/hbase-local}
 * starts and stops it, and crash tests kill its servers.
 */
@NullMarked
package io.rowlock.local;

import org.jspecify.annotations.NullMarked;
