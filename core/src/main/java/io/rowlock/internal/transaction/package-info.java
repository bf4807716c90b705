/**
 * What one transaction believes: what it has read, what it will write, and how the second is laid
 * over the first.
 *
 * <p>Everything here is asynchronous, never blocks, starts no thread and reads no clock.
 */
@NullMarked
package io.rowlock.internal.transaction;

import org.jspecify.annotations.NullMarked;
