package io.rowlock.it.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;

/** What processes are told by {@code kill}. */
public enum Signals {
  /** Stand still. */
  STOP,
  /** Go on. */
  CONT;

  /** Sends it. */
  public void to(ProcessHandle process) throws IOException {
    Process kill =
        new ProcessBuilder("kill", "-" + name(), Long.toString(process.pid())).inheritIO().start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException("Process " + process.pid() + " cannot be sent SIG" + name());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while sending a signal");
    }
  }
}
