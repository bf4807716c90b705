package io.rowlock.local;

import java.io.IOException;
import java.io.InputStream;

/** Ends a process when its parent ends, whatever the reason. */
public final class LifeLine {

  /** The flag of a JVM that ends with the process at the other end of its standard input. */
  public static final String FLAG = "-Drowlock.test.life.line=true";

  private static final String PROPERTY = "rowlock.test.life.line";

  private LifeLine() {}

  /** Ends this process with its parent, if the JVM has {@link #FLAG}. */
  public static void holdIfFlagged() {
    if (Boolean.getBoolean(PROPERTY)) {
      hold();
    }
  }

  /** Ends this process at the end of its standard input, to which the parent never writes. */
  private static void hold() {
    InputStream parent = System.in;
    Thread watch = new Thread(() -> endWith(parent), "ends-with-its-parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static void endWith(InputStream parent) {
    try {
      while (parent.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException closed) {
      // Closed counts as ended.
    }
    Runtime.getRuntime().halt(1);
  }
}
