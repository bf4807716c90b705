/**
 * Histories of transactions, from the simulator or from a real HBase, and the checker for strict
 * serializability. The classes that other modules use do not use JUnit.
 *
 * <p>{@link io.rowlock.history.HistoryRecorder} creates a {@link io.rowlock.history.History}.
 */
@NullMarked
package io.rowlock.history;

import org.jspecify.annotations.NullMarked;
