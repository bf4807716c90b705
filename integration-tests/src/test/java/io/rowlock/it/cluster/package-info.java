/**
 * A whole HBase on this machine, every server of it a process of its own: what {@code
 * scripts/hbase-local} starts and stops, and what crash tests kill.
 */
@NullMarked
package io.rowlock.it.cluster;

import org.jspecify.annotations.NullMarked;
