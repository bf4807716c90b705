package io.rowlock.bench.profile;

/** Which point of which round. */
record Slot(Profile profile, Mode mode, int threads, int round) {
  @Override
  public String toString() {
    return profile + ", " + threads + (threads == 1 ? " thread, " : " threads, ") + mode;
  }
}
