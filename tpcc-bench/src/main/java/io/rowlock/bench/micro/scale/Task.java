package io.rowlock.bench.micro.scale;

import io.rowlock.bench.micro.scale.Stopwatch.Timing;
import java.io.IOException;
import java.util.SplittableRandom;

/** A piece of work that threads do over and over. Thread-safe. */
interface Task {
  Timing run(SplittableRandom random) throws IOException;

  /** A task, and what it stands for. */
  record Case(Subject subject, Task task) {}
}
