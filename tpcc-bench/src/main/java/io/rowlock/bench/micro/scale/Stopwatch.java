package io.rowlock.bench.micro.scale;

/** Times one piece of work, and the part of it that commits. */
final class Stopwatch {
  private final Waves waves;
  private final long begin;
  private long commitBegin;
  private int wavesBeforeCommit;

  Stopwatch(Waves waves) {
    this.waves = waves;
    waves.restart();
    begin = System.nanoTime();
    commitBegin = begin;
  }

  /** The last call counts: user code may run several times. */
  void commitBegins() {
    wavesBeforeCommit = waves.count();
    commitBegin = System.nanoTime();
  }

  Timing stop() {
    long end = System.nanoTime();
    int all = waves.count();
    return new Timing(end - begin, end - commitBegin, all, all - wavesBeforeCommit);
  }

  /**
   * Of one piece of work.
   *
   * @param commitNanos from the end of the user's code to the end of the whole
   * @param waves of the whole; right only where one transaction runs at a time
   */
  record Timing(long nanos, long commitNanos, int waves, int commitWaves) {}
}
