package io.rowlock.operations;

/**
 * One change of a user's permissions, in the commands of HBase's shell.
 *
 * @param user whose permissions change; a group begins with {@code @}
 * @param command that makes the change
 * @param undo that takes it back
 */
public record GuardStep(String user, String command, String undo) {}
