package io.rowlock.admin;

import java.time.Duration;

/**
 * How long {@link TransactionAdmin#enable} has waited for clients to learn of a higher floor.
 *
 * @param waited so far
 * @param whole how long it waits
 */
public record WaitProgress(Duration waited, Duration whole) {}
