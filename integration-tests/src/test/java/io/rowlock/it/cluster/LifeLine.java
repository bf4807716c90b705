package io.rowlock.it.cluster;

import java.io.IOException;
import java.io.InputStream;

/** Lets a process die with the one that has started it, however that one ends. */
public final class LifeLine {

  /** The flag of a JVM that shall die with the process at the other end of its standard input. */
  public static final String FLAG = "-Drowlock.test.life.line=true";

  private static final String PROPERTY = "rowlock.test.life.line";

  private LifeLine() {}

  /** Holds it when {@link #FLAG} is there. */
  public static void holdIfWanted() {
    if (Boolean.getBoolean(PROPERTY)) {
      hold();
    }
  }

  /** Watches the standard input: nobody ever writes to it. */
  public static void hold() {
    InputStream parent = System.in;
    Thread watch = new Thread(() -> dieWith(parent), "dies-with-its-parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static void dieWith(InputStream parent) {
    try {
      while (parent.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException closed) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(1);
  }
}
