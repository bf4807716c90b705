package io.rowlock.mutation;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints how many schedules it takes to find each mutant, as a table for the documentation. */
public final class KillTable {

  private static final long STARTS_APART = 10_000_000;

  private KillTable() {}

  /**
   * Its arguments: how many schedules at most, from how many starts, and names of mutants or none.
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    if (arguments.length < 2) {
      System.err.println("Usage: KillTable SCHEDULES STARTS [MUTANT...]");
      System.exit(2);
    }
    int limit = Integer.parseInt(arguments[0]);
    int starts = Integer.parseInt(arguments[1]);
    List<String> names = Arrays.asList(arguments).subList(2, arguments.length);
    System.out.println(
        "| mutant | promise broken | no. | first seed | median | within | first seen as |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (Mutant mutant : Mutant.all()) {
      if (names.isEmpty() || names.contains(mutant.name())) {
        System.out.println(row(mutant, limit, starts));
      }
    }
  }

  private static String row(Mutant mutant, int limit, int starts)
      throws IOException, ReflectiveOperationException {
    Hunt hunt = Hunt.on(mutant.changes());
    long[] needed = new long[starts];
    Hunt.@Nullable Kill first = null;
    for (int i = 0; i < starts; i++) {
      long from = 1 + i * STARTS_APART;
      Hunt.Kill kill = hunt.first(from, from + limit);
      needed[i] = kill == null ? Long.MAX_VALUE : kill.seed() - from + 1;
      first = i == 0 ? kill : first;
    }
    String seed = shown(needed[0]);
    Arrays.sort(needed);
    return "| `%s` | %s | %s | %s | %s | %d | %s |"
        .formatted(
            mutant.name(),
            mutant.promise(),
            mutant.mistake() == 0 ? "" : mutant.mistake(),
            seed,
            shown(needed[starts / 2]),
            mutant.within(),
            first == null ? "" : brief(first.reason()));
  }

  private static String shown(long schedules) {
    return schedules == Long.MAX_VALUE ? "-" : String.valueOf(schedules);
  }

  private static String brief(String reason) {
    return String.format("%.100s", reason.replaceAll("\\s+", " ").replace('|', '/'));
  }
}
