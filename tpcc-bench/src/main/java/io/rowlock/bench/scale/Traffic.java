package io.rowlock.bench.scale;

/**
 * What went over the wire in a window.
 *
 * @param addedMicros to every request, on average
 */
record Traffic(long rpcs, double addedMicros) {
  static final Traffic UNKNOWN = new Traffic(0, 0);
}
