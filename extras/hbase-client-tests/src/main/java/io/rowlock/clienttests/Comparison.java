package io.rowlock.clienttests;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares the outcomes on both connections, and prints them. */
final class Comparison {

  private final Map<String, String> reasons;
  private final Map<String, String> unexplained = new TreeMap<>();
  private final Set<String> needless = new TreeSet<>();
  private Counts sums = new Counts(0, 0, 0, 0);

  /**
   * Creates a comparison, and prints the head of the table.
   *
   * @param reasons of differences, by {@code Class.method}
   */
  Comparison(Map<String, String> reasons) {
    this.reasons = reasons;
    System.out.printf(
        "%-32s %8s %8s %8s %10s%n", "class", "methods", "plain", "rowlock", "explained");
  }

  /** The numbers of methods: all, passed on plain, of those passed on Rowlock, and explained. */
  private record Counts(int methods, int onPlain, int onBoth, int explained) {

    Counts plus(Counts other) {
      return new Counts(
          methods + other.methods,
          onPlain + other.onPlain,
          onBoth + other.onBoth,
          explained + other.explained);
    }

    void print(String name) {
      System.out.printf("%-32s %8d %8d %8d %10d%n", name, methods, onPlain, onBoth, explained);
    }
  }

  /** Adds a class of tests, and prints its line. */
  void add(String name, Outcomes plain, Outcomes rowlock) {
    Set<String> explained = explained(name);
    Set<String> different = new TreeSet<>(plain.passed());
    different.removeAll(rowlock.passed());
    int onPlain = plain.passed().size();
    Counts counts =
        new Counts(
            plain.methods(), onPlain, onPlain - different.size(), common(different, explained));
    counts.print(name);
    sums = sums.plus(counts);
    for (String method : different) {
      if (!explained.remove(method)) {
        unexplained.put(name + "." + method, rowlock.whyNot(method));
      }
    }
    explained.removeAll(rowlock.failures().keySet()); // it has failed on plain as well, this time
    explained.forEach(method -> needless.add(name + "." + method));
  }

  /** Returns the methods of the class that have a line. */
  private Set<String> explained(String name) {
    Set<String> methods = new TreeSet<>();
    for (String line : reasons.keySet()) {
      if (line.startsWith(name + ".")) {
        methods.add(line.substring(name.length() + 1));
      }
    }
    return methods;
  }

  private static int common(Set<String> some, Set<String> others) {
    return (int) some.stream().filter(others::contains).count();
  }

  /**
   * Prints the sums, and what is wrong.
   *
   * @return whether each difference has a reason, and each reason a difference
   */
  boolean end() {
    sums.print("all");
    unexplained.forEach((method, why) -> System.out.println("UNEXPLAINED " + method + ": " + why));
    needless.forEach(method -> System.out.println("NEEDLESS LINE for " + method));
    return unexplained.isEmpty() && needless.isEmpty();
  }
}
