package io.rowlock.operations;

/**
 * What can be done about a lock.
 *
 * @param isDiscardable whether a person may discard it, because no reader can settle it
 * @param explanation the problem and the way out
 * @param loss what is lost if it is discarded; empty unless discardable
 */
public record LockDiagnosis(boolean isDiscardable, String explanation, String loss) {}
