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
  private int methods;
  private int onPlain;
  private int onBoth;

  /**
   * Creates a comparison, and prints the head of the table.
   *
   * @param reasons of differences, by {@code Class.method}
   */
  Comparison(Map<String, String> reasons) {
    this.reasons = reasons;
    System.out.printf("%-32s %8s %8s %8s%n", "class", "methods", "plain", "rowlock");
  }

  /** Adds a class of tests, and prints its line. */
  void add(String name, Outcomes plain, Outcomes rowlock) {
    Set<String> both = new TreeSet<>(plain.passed());
    both.retainAll(rowlock.passed());
    print(name, plain.methods(), plain.passed().size(), both.size());
    methods += plain.methods();
    onPlain += plain.passed().size();
    onBoth += both.size();
    for (String method : plain.passed()) {
      judge(name + "." + method, both.contains(method), rowlock.whyNot(method));
    }
  }

  private void judge(String method, boolean passesOnBoth, String why) {
    boolean isExplained = reasons.containsKey(method);
    if (passesOnBoth && isExplained) {
      needless.add(method);
    } else if (!passesOnBoth && !isExplained) {
      unexplained.put(method, why);
    }
  }

  private static void print(String name, int methods, int onPlain, int onBoth) {
    System.out.printf("%-32s %8d %8d %8d%n", name, methods, onPlain, onBoth);
  }

  /**
   * Prints the sums, and what is wrong.
   *
   * @return whether each difference has a reason, and each reason a difference
   */
  boolean end() {
    print("all", methods, onPlain, onBoth);
    unexplained.forEach((method, why) -> System.out.println("UNEXPLAINED " + method + ": " + why));
    needless.forEach(method -> System.out.println("NEEDLESS LINE for " + method));
    return unexplained.isEmpty() && needless.isEmpty();
  }
}
