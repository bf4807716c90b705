package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.Progress;

/** Says nothing. */
public class QuietProgress implements Progress {
  @Override
  public void say(String what) {}

  @Override
  public void begin(String group, String window) {}

  @Override
  public void end(int done) {}

  @Override
  public void close() {}
}
