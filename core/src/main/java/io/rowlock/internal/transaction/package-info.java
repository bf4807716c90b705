/**
 * The state of one transaction: what it has read, what it will write, and its own view of both.
 *
 * <p>All code here is asynchronous, never blocks, starts no thread and reads no clock.
 */
@NullMarked
package io.rowlock.internal.transaction;

import org.jspecify.annotations.NullMarked;
