package io.rowlock.stress;

import java.util.concurrent.ThreadFactory;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/** Creates daemon threads. */
final class Threads {

  private Threads() {}

  static ThreadFactory named(String name) {
    return new ThreadFactoryBuilder().setNameFormat(name + "-%d").setDaemon(true).build();
  }
}
