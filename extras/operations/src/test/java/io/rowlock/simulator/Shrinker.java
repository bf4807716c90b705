package io.rowlock.simulator;

import io.rowlock.simulator.Batch.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Removes from a failing plan what the failure does not need: clients, transactions and faults. */
final class Shrinker {

  private int runsLeft;

  Shrinker(int runs) {
    runsLeft = runs;
  }

  /** Returns the smallest plan found that fails, for any reason, with its failure. */
  Violation shrink(Violation found) {
    Violation smallest = found;
    Optional<Violation> smaller = Optional.of(found);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller = firstFailing(smallerThan(smallest.plan()));
    }
    return smallest;
  }

  private Optional<Violation> firstFailing(List<Plan> plans) {
    for (Plan plan : plans) {
      Optional<Violation> failing = runsLeft-- > 0 ? fails(plan) : Optional.empty();
      if (failing.isPresent()) {
        return failing;
      }
    }
    return Optional.empty();
  }

  private static Optional<Violation> fails(Plan plan) {
    try {
      new Simulation(plan).run();
      return Optional.empty();
    } catch (AssertionError | RuntimeException broken) {
      return Optional.of(new Violation(plan, broken));
    }
  }

  /** Returns smaller plans, the smallest first. */
  private static List<Plan> smallerThan(Plan plan) {
    List<Plan> smaller = new ArrayList<>();
    for (int keep = 0; keep <= 2; keep++) {
      for (int client = 0; client < plan.transactions().size(); client++) {
        int before = plan.transactions().get(client);
        int after = keep == 0 ? 0 : keep == 1 ? before / 2 : before - 1;
        if (after < before && after >= 0) {
          List<Integer> fewer = new ArrayList<>(plan.transactions());
          fewer.set(client, after);
          smaller.add(plan.withTransactions(fewer));
        }
      }
    }
    for (Fault fault : new TreeSet<>(plan.faults())) {
      Set<Fault> fewer = EnumSet.copyOf(plan.faults());
      fewer.remove(fault);
      smaller.add(plan.withFaults(fewer));
    }
    return smaller;
  }
}
