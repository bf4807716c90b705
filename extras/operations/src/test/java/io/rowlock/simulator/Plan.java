package io.rowlock.simulator;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides a run. The seed draws what the other fields leave open; each concern has
 * its own dice, so that a plan with something left out changes as little as possible.
 *
 * @param faults that may occur; the seed leaves out some of them
 * @param transactions that each client begins; one client for each number
 * @param wrongHints whether every put declares a new row, which is mostly wrong
 * @param crash a client and the request at which it dies, independent of the seed; null for the
 *     seed's choice
 */
public record Plan(
    long seed,
    Set<Fault> faults,
    List<Integer> transactions,
    boolean wrongHints,
    @Nullable CrashPoint crash) {

  /**
   * The crash of a client.
   *
   * @param client counted from 0
   * @param request the first that is not sent, counted from 1
   */
  public record CrashPoint(int client, int request) {}

  /** Each fault is left out of one third of all runs. */
  private static final int OFF_IN = 3;

  /** Returns a plan with three clients of ten transactions each, and every fault. */
  public static Plan of(long seed) {
    return of(seed, EnumSet.allOf(Fault.class));
  }

  /** Returns a plan with three clients of ten transactions each, and only these faults. */
  public static Plan of(long seed, Set<Fault> faults) {
    return new Plan(seed, Set.copyOf(faults), List.of(10, 10, 10), false, null);
  }

  Plan withFaults(Set<Fault> others) {
    return new Plan(seed, others, transactions, wrongHints, crash);
  }

  Plan withTransactions(List<Integer> others) {
    return new Plan(seed, faults, others, wrongHints, crash);
  }

  Plan withCrash(@Nullable CrashPoint point) {
    return new Plan(seed, faults, transactions, wrongHints, point);
  }

  Plan withWrongHints(boolean others) {
    return new Plan(seed, faults, transactions, others, crash);
  }

  /** Returns the dice for one concern, the same in every run of this seed. */
  SplittableRandom dice(String concern, int number) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + concern.hashCode() * 31L + number);
  }

  /** Draws the faults that occur in this run. */
  Set<Fault> drawFaults() {
    EnumSet<Fault> drawn = EnumSet.noneOf(Fault.class);
    SplittableRandom dice = dice("faults", 0);
    for (Fault fault : Fault.values()) {
      boolean occurs = dice.nextInt(OFF_IN) > 0;
      if (occurs && faults.contains(fault)) {
        drawn.add(fault);
      }
    }
    return drawn;
  }
}
