package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.lock.ProtocolLimits.Mechanisms;
import io.rowlock.internal.protocol.lock.TrailLimits;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RegionLimits;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws the limits of each client: in half of the runs the users' defaults, in the others any
 * values, with extremes likely. The code beyond a limit runs as often as the code before it.
 */
final class LimitDice {

  private final Plan plan;
  private final boolean areTurned;
  private final boolean trailsAreShort;
  private final FactsAge factsAge;

  LimitDice(Plan plan) {
    this.plan = plan;
    SplittableRandom dice = plan.dice("knobs", 0);
    areTurned = dice.nextBoolean();
    trailsAreShort = dice.nextInt(3) == 0;
    Duration age = Duration.ofMillis(List.of(5, 40, 300).get(dice.nextInt(3)));
    factsAge =
        dice.nextBoolean()
            ? new FactsAge(age.dividedBy(2), age, age.multipliedBy(dice.nextInt(1, 10)))
            : FactsAge.DEFAULT;
  }

  /** Returns the age of facts, which must be the same for all clients. */
  FactsAge factsAge() {
    return factsAge;
  }

  ProtocolLimits limits(int client) {
    SplittableRandom dice = plan.dice("tries", client);
    Tries tries = areTurned ? tries(dice) : Tries.DEFAULT;
    int pageRows = areTurned ? one(dice, 1, 1, 2, 3, 1_000) : ProtocolLimits.DEFAULT.pageRows();
    return new ProtocolLimits(
        tries,
        trail(client),
        regionLimits(client),
        pageRows,
        mechanisms(client),
        busyCommits(client),
        notice(client));
  }

  /** A few clients have mechanisms switched off, as those of a benchmark. */
  private Mechanisms mechanisms(int client) {
    SplittableRandom dice = plan.dice("switches", client);
    return areTurned && dice.nextInt(20) == 0
        ? Mechanisms.named(
            Stream.of(Mechanism.values())
                .filter(mechanism -> dice.nextBoolean())
                .map(Mechanism::label)
                .collect(Collectors.joining(",")))
        : limited(client);
  }

  /** The simulated store decides on second requests. */
  private Mechanisms limited(int client) {
    return new Mechanisms(
        members(client),
        regionRequests(client),
        handOvers(client),
        Mechanisms.DEFAULT.secondRequest());
  }

  /** Mostly so short that the transactions of other clients go on meanwhile. */
  private Duration notice(int client) {
    return Duration.ofMillis(one(plan.dice("notice", client), 0, 0, 1, 5, 30));
  }

  private int busyCommits(int client) {
    SplittableRandom dice = plan.dice("busy", client);
    return areTurned ? one(dice, 1, 2, 3, 100) : ProtocolLimits.DEFAULT.busyCommits();
  }

  private int handOvers(int client) {
    SplittableRandom dice = plan.dice("hand-overs", client);
    return areTurned ? one(dice, 0, 1, 2, 7) : Mechanisms.DEFAULT.handOvers();
  }

  private int members(int client) {
    SplittableRandom dice = plan.dice("members", client);
    return areTurned ? one(dice, 1, 2, 3, 64) : Mechanisms.DEFAULT.members();
  }

  private int regionRequests(int client) {
    SplittableRandom dice = plan.dice("lanes", client);
    return areTurned ? one(dice, 1, 1, 2, Integer.MAX_VALUE) : Mechanisms.DEFAULT.regionRequests();
  }

  private static Tries tries(SplittableRandom dice) {
    return new Tries(
        one(dice, 0, 1, 1, 2, 5, 8),
        one(dice, 0, 1, 3, 3, 6),
        one(dice, 0, 1, 5, 5, 8),
        one(dice, 0, 5, 50, 50),
        one(dice, 0, 1, 1, 6, 6),
        one(dice, 0, 1, 2, 2),
        one(dice, 1, 2, 20, 20),
        one(dice, 1, 20, 20));
  }

  private TrailLimits trail(int client) {
    SplittableRandom dice = plan.dice("trail", client);
    int entries = trailsAreShort ? dice.nextInt(2) : one(dice, 0, 1, 2, 5, dice.nextInt(17), 16);
    Duration reach = Duration.ofMillis(one(dice, 0, 100, 60_000, 1_200_000, 1_200_000));
    return areTurned || trailsAreShort ? new TrailLimits(entries, reach) : TrailLimits.DEFAULT;
  }

  Duration lockWait(int client, Duration usual) {
    SplittableRandom dice = plan.dice("wait", client);
    return areTurned ? Duration.ofMillis(one(dice, 0, 1, 5, 30, 300, 2_000)) : usual;
  }

  int maxBackgroundTransactions(int client) {
    return areTurned ? one(plan.dice("background", client), 1, 1, 2, 3, 100) : 3;
  }

  /** Returns the limits, mostly such that no transaction comes near them. */
  private RegionLimits regionLimits(int client) {
    SplittableRandom room = plan.dice("room", client);
    if (room.nextInt(8) == 0) {
      return new RegionLimits(100, room.nextLong(20, 500));
    }
    SplittableRandom dice = plan.dice("limits", client);
    return switch (dice.nextInt(4)) {
      case 0 -> new RegionLimits(1 + dice.nextInt(3), 1L << 20);
      case 1 -> new RegionLimits(100, 1_200L * (1 + dice.nextInt(4)));
      default -> RegionLimits.DEFAULT;
    };
  }

  private static int one(SplittableRandom dice, int... numbers) {
    return numbers[dice.nextInt(numbers.length)];
  }
}
