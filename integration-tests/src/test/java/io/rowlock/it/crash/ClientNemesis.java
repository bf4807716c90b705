package io.rowlock.it.crash;

import io.rowlock.bench.kit.local.StoppedProcess;
import io.rowlock.it.crash.Figures.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * Starts clients one after the other, each when the one before is dead, and lets none live long.
 */
final class ClientNemesis {

  private static final int THREADS = 2;
  private static final Duration LONGEST_START = Duration.ofMinutes(1);
  private static final Duration LONGEST_LIFE = Duration.ofSeconds(20);

  /** Some hundred transactions. */
  private static final int MOST_WRITTEN = 30_000;

  private final Nemesis nemesis;
  private final Population population;
  private final Figures figures;
  private final Random random;

  ClientNemesis(Nemesis nemesis, Population population, Figures figures, Random random) {
    this.nemesis = nemesis;
    this.population = population;
    this.figures = figures;
    this.random = random;
  }

  /** Clients that end themselves, at one step after the other. */
  void haltAtSteps() throws IOException {
    while (nemesis.goesOn()) {
      ClientProcess client =
          population.start(random.nextLong(), 1, Optional.of(population.nextHalt()));
      nemesis.await(LONGEST_START, () -> client.written() > 0 || !client.isAlive());
      nemesis.await(LONGEST_LIFE, () -> !client.isAlive());
      end(client);
    }
  }

  /** Clients that are killed at random moments, every second one after a pause. */
  void killAtRandom() throws IOException {
    for (int life = 0; nemesis.goesOn(); life++) {
      ClientProcess client = population.start(random.nextLong(), THREADS, Optional.empty());
      nemesis.await(LONGEST_START, () -> client.written() > 0 || !client.isAlive());
      letWork(client);
      if (life % 2 == 0 && client.isAlive() && nemesis.goesOn()) {
        pause(client);
        letWork(client);
      }
      end(client);
    }
  }

  /** Until it has done some number of transactions; how many it can do differs a lot. */
  private void letWork(ClientProcess client) throws IOException {
    long enough = client.written() + random.nextInt(MOST_WRITTEN);
    nemesis.await(LONGEST_LIFE, () -> client.written() >= enough || !client.isAlive());
    nemesis.letPass(Duration.ofMillis(random.nextInt(100)));
  }

  /** Others take its locks meanwhile. */
  @SuppressWarnings("try") // only to be closed
  private void pause(ClientProcess client) throws IOException {
    try (StoppedProcess unused = client.stop()) {
      nemesis.letPass(
          random, CrashOptions.LEASE.plusMillis(500), CrashOptions.LEASE.multipliedBy(3));
    }
    figures.count(Kind.CLIENTS_PAUSED);
  }

  private void end(ClientProcess client) throws IOException {
    if (client.kill()) {
      figures.count(Kind.CLIENTS_KILLED_AT_RANDOM);
    } else if (client.exitStatus() == CrashClient.NOT_CONNECTED) {
      figures.count(Kind.CLIENTS_NOT_CONNECTED);
    } else {
      figures.countStep(population.whereHalted(client));
    }
  }
}
