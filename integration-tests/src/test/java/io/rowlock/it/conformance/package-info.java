/**
 * The same calls on a plain HBase table and on a table of a transaction: the answers must be equal,
 * except for the differences in docs/reference/differences.md. The store and its simulation are
 * compared with HBase in the same way.
 */
package io.rowlock.it.conformance;
