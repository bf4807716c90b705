package io.rowlock.it.crash;

import io.rowlock.it.crash.Figures.Kind;
import io.rowlock.it.kit.StoppedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * Starts clients one after the other, each after the end of the previous one, and kills each soon.
 */
final class ClientKiller {

  private static final int THREADS = 2;
  private static final Duration LONGEST_START = Duration.ofMinutes(1);
  private static final Duration LONGEST_LIFE = Duration.ofSeconds(20);

  /** About a hundred transactions. */
  private static final int MOST_WRITTEN = 30_000;

  private final StrikePeriod period;
  private final Population population;
  private final Figures figures;
  private final Random random;

  ClientKiller(StrikePeriod period, Population population, Figures figures, Random random) {
    this.period = period;
    this.population = population;
    this.figures = figures;
    this.random = random;
  }

  /** Starts clients that end themselves, at one step after the other. */
  void haltAtSteps() throws IOException {
    while (period.continues()) {
      HistoryProcess client =
          population.start(random.nextLong(), 1, Optional.of(population.nextHalt()));
      period.await(LONGEST_START, () -> client.written() > 0 || !client.isAlive());
      period.await(LONGEST_LIFE, () -> !client.isAlive());
      end(client);
    }
  }

  /** Kills clients at random moments, every second one after a pause. */
  void killAtRandom() throws IOException {
    for (int life = 0; period.continues(); life++) {
      HistoryProcess client = population.start(random.nextLong(), THREADS, Optional.empty());
      period.await(LONGEST_START, () -> client.written() > 0 || !client.isAlive());
      letWork(client);
      if (life % 2 == 0 && client.isAlive() && period.continues()) {
        pause(client);
        letWork(client);
      }
      end(client);
    }
  }

  /** Waits for a random number of transactions; the throughput of clients varies widely. */
  private void letWork(HistoryProcess client) throws IOException {
    long enough = client.written() + random.nextInt(MOST_WRITTEN);
    period.await(LONGEST_LIFE, () -> client.written() >= enough || !client.isAlive());
    period.pause(Duration.ofMillis(random.nextInt(100)));
  }

  /** Pauses a client, and other clients take its locks meanwhile. */
  @SuppressWarnings("try") // only to be closed
  private void pause(HistoryProcess client) throws IOException {
    try (StoppedProcess unused = client.stop()) {
      period.pause(random, CrashOptions.LEASE.plusMillis(500), CrashOptions.LEASE.multipliedBy(3));
    }
    figures.count(Kind.CLIENTS_PAUSED);
  }

  private void end(HistoryProcess client) throws IOException {
    if (client.kill()) {
      figures.count(Kind.CLIENTS_KILLED_AT_RANDOM);
    } else if (client.exitStatus() == CrashClient.NOT_CONNECTED) {
      figures.count(Kind.CLIENTS_NOT_CONNECTED);
    } else {
      figures.countStep(population.whereHalted(client));
    }
  }
}
