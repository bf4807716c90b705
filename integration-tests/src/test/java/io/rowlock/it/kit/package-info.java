/**
 * Fixtures of all integration tests: the cluster, tables, rows, locks, threads, and clients that
 * fail.
 */
package io.rowlock.it.kit;
