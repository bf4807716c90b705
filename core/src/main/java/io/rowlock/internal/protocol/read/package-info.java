/**
 * Reads rows and ranges through their locks, waits a while for undecided ones, and validates that
 * everything that a transaction has read is unchanged.
 */
@NullMarked
package io.rowlock.internal.protocol.read;

import org.jspecify.annotations.NullMarked;
