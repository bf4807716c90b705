package io.rowlock.bench.contention;

/** What is compared: so many threads that do the same. */
record Series(Kind kind, int threads) {
  @Override
  public String toString() {
    return kind + ", " + threads + (threads == 1 ? " thread" : " threads");
  }
}
