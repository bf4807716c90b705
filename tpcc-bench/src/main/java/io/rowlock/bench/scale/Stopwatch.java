package io.rowlock.bench.scale;

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
}
