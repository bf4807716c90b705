/**
 * The same calls on a plain HBase table and on a table of a transaction: the answers have to be the
 * same, but for what docs/reference/differences.md lists.
 */
package io.rowlock.it.conformance;
