package io.rowlock.bench.tpcc.load;

import io.rowlock.bench.measure.Progress;

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
