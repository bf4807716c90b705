/**
 * Histories of transactions, from the simulator or from a real HBase, and the checker that tells
 * whether they were strictly serializable. No JUnit in the classes that other modules use.
 *
 * <p>{@link io.rowlock.history.HistoryRecorder} makes a {@link io.rowlock.history.History}.
 */
@NullMarked
package io.rowlock.history;

import org.jspecify.annotations.NullMarked;
