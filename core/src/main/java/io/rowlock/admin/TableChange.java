package io.rowlock.admin;

/**
 * One change that enabling would make to a table.
 *
 * @param setting what would be changed
 * @param message how
 */
public record TableChange(String setting, String message) {}
