/**
 * Tests of code that uses transactions, without a cluster.
 *
 * <p>{@link io.rowlock.test.RowlockTest} runs transactions in memory and lets them meet conflicts,
 * lost answers and the death of their client. {@link io.rowlock.test.RowlockHBase} runs them on an
 * HBase in the JVM of the tests. Each has an extension of JUnit 5.
 */
@NullMarked
package io.rowlock.test;

import org.jspecify.annotations.NullMarked;
