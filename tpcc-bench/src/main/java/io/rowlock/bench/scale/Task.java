package io.rowlock.bench.scale;

import java.io.IOException;
import java.util.SplittableRandom;

/** A piece of work that threads do over and over. Thread-safe. */
interface Task {
  Timing run(SplittableRandom random) throws IOException;
}
