package io.rowlock.admin;

/**
 * What can be done about a lock.
 *
 * @param isDiscardable no reader can settle it, and a person may give it up
 * @param explanation what is the matter, and the way out
 * @param loss what is lost when it is discarded; empty unless discardable
 */
public record LockDiagnosis(boolean isDiscardable, String explanation, String loss) {}
