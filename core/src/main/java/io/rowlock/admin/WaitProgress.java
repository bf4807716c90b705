package io.rowlock.admin;

import java.time.Duration;

/**
 * The progress of the wait in {@link TransactionAdmin#enable} until clients know a higher floor.
 *
 * @param waited so far
 * @param whole length of the wait
 */
public record WaitProgress(Duration waited, Duration whole) {}
