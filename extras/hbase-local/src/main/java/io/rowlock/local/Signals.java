package io.rowlock.local;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Signals that {@code kill} sends to processes. */
public enum Signals {
  /** Suspends the process. */
  STOP,
  /** Resumes the process. */
  CONT;

  /** Sends the signal. */
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
