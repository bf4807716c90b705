package io.rowlock.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/** Finds packages that import each other, directly or through others. */
final class PackageCircles {

  private PackageCircles() {}

  /** Returns every package from which imports lead back to it. */
  static Set<String> in(SourceTree tree) {
    Set<String> circular = new TreeSet<>();
    for (String start : tree.packages()) {
      if (reachableFrom(start, tree).contains(start)) {
        circular.add(start);
      }
    }
    return circular;
  }

  private static Set<String> reachableFrom(String start, SourceTree tree) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(tree.importsOf(start));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (reached.add(next)) {
        open.addAll(tree.importsOf(next));
      }
    }
    return reached;
  }
}
