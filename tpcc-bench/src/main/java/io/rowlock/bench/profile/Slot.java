package io.rowlock.bench.profile;

/** Which point of which round. */
record Slot(Profile profile, Mode mode, int threads, int round) {
  /** All windows of one profile and thread count. */
  String group() {
    return profile + ", threads: " + threads;
  }

  String inRound(int rounds) {
    return this + (round == 0 ? ", settling" : ", round " + round + "/" + rounds);
  }

  @Override
  public String toString() {
    return profile + ", " + threads + (threads == 1 ? " thread, " : " threads, ") + mode;
  }
}
