package io.rowlock.admin;

/**
 * One thing that enabling would change about a table.
 *
 * @param setting what would be changed
 * @param message how
 */
public record TableChange(String setting, String message) {}
