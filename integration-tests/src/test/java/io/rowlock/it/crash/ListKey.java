package io.rowlock.it.crash;

/**
 * The row of a list. Each slot gets a new list every few seconds, by the clock of the machine, so
 * that lists stay short in long tests.
 */
final class ListKey {

  private ListKey() {}

  static String of(int slot, long age) {
    return prefix(slot) + "%08d".formatted(age);
  }

  /** Returns the slot of the list. */
  static int slot(String key) {
    return Integer.parseInt(key.substring("list-".length(), "list-00".length()));
  }

  /** Returns the position before all lists of the slot. */
  static String prefix(int slot) {
    return "list-%02d-".formatted(slot);
  }
}
