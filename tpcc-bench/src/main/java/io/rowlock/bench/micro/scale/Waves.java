package io.rowlock.bench.micro.scale;

/**
 * Counts how often a transaction waits for the network: the longest chain of requests of which each
 * was sent after the answer to the one before. Right only while one transaction is under way.
 */
final class Waves {
  private int generation;
  private int answered;

  /** Where a request stands in the chain. */
  record Place(int generation, int number) {}

  /** A transaction begins; answers to what was sent before do not count. */
  synchronized void restart() {
    generation++;
    answered = 0;
  }

  synchronized Place sent() {
    return new Place(generation, answered + 1);
  }

  synchronized void answered(Place place) {
    if (place.generation() == generation) {
      answered = Math.max(answered, place.number());
    }
  }

  /** Since the beginning. */
  synchronized int count() {
    return answered;
  }
}
