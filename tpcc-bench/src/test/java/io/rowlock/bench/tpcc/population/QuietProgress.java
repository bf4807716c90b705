package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.Progress;
import java.io.PrintWriter;
import java.io.Writer;

/** Reports nothing. */
public class QuietProgress extends Progress {
  public QuietProgress() {
    super("", new PrintWriter(Writer.nullWriter()), null);
  }
}
