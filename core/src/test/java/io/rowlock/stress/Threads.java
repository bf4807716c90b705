package io.rowlock.stress;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.ThreadFactory;

/** Creates daemon threads. */
final class Threads {

  private Threads() {}

  static ThreadFactory named(String name) {
    return new ThreadFactoryBuilder().setNameFormat(name + "-%d").setDaemon(true).build();
  }
}
