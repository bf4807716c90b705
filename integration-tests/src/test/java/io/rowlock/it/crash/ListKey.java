package io.rowlock.it.crash;

/**
 * The row of a list. Each of some slots gets a new list every few seconds, by the clock of the
 * machine, so that no list grows long however long the test runs.
 */
final class ListKey {

  private ListKey() {}

  static String of(int slot, long age) {
    return prefix(slot) + "%08d".formatted(age);
  }

  /** Before all lists of the slot. */
  static String prefix(int slot) {
    return "list-%02d-".formatted(slot);
  }
}
