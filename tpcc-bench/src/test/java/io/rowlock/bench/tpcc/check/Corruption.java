package io.rowlock.bench.tpcc.check;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One change, and what it breaks.
 *
 * @param broken follows from the conditions, not from what the program says
 */
record Corruption(String name, Consumer<Change> change, Set<Condition> broken) {

  static Corruption of(String name, Consumer<Change> change, Condition... broken) {
    return new Corruption(name, change, new TreeSet<>(List.of(broken)));
  }

  @Override
  public String toString() {
    return name;
  }
}
