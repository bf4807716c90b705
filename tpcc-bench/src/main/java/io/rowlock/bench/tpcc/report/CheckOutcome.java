package io.rowlock.bench.tpcc.report;

/**
 * What the check of the database after a run has said.
 *
 * @param text lines for people
 */
public record CheckOutcome(boolean isPassed, String text) {}
