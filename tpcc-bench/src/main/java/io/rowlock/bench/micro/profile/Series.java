package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point.SeriesKey;

/** The key of a series: a mode, a profile and a number of threads. */
record Series(Profile profile, Mode mode, int threads) implements SeriesKey {
  /** Failures after all retries, divided by started transactions. */
  static final Figure FAILED_PER_TX = Figure.spread("failedPerTx");

  static final Figure RPCS_FOREGROUND_PER_TX = Figure.spread("rpcsForegroundPerTx");

  /** Without those that look for a long reader: their number depends on time. */
  static final Figure RPCS_BACKGROUND_PER_TX = Figure.spread("rpcsBackgroundPerTx");

  /** Requests of all clients that look for a long reader. */
  static final Figure LOOKS_PER_SECOND = Figure.spread("looksPerSecond");

  @Override
  public String subject() {
    return mode.label();
  }

  /** All series of one profile and thread count. */
  String group() {
    return profile + ", threads: " + threads;
  }

  @Override
  public String toString() {
    return profile + ", " + threads + (threads == 1 ? " thread, " : " threads, ") + mode;
  }
}
