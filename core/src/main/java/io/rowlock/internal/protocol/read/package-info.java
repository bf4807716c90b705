/**
 * Reads rows and ranges through their locks, waits a while for undecided ones, and validates that
 * what a transaction has read still holds.
 */
@NullMarked
package io.rowlock.internal.protocol.read;

import org.jspecify.annotations.NullMarked;
