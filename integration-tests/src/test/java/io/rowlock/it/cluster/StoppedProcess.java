package io.rowlock.it.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;

/** A process that stands still until this is closed, or the process that wanted it so has ended. */
public final class StoppedProcess implements AutoCloseable {

  /** The standard input of this shell ends when it may go on. */
  private static final String STOP = "kill -STOP $0 && echo done && read end; kill -CONT $0";

  private final Process shell;

  private StoppedProcess(Process shell) {
    this.shell = shell;
  }

  public static StoppedProcess stop(ProcessHandle process) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", STOP, Long.toString(process.pid()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (shell.inputReader().readLine() == null) {
      throw new IOException("Process " + process.pid() + " cannot be stopped");
    }
    return new StoppedProcess(shell);
  }

  /** Lets it go on, as if no time had passed. It may have been killed meanwhile. */
  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
    try {
      int unused = shell.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while a process was to go on");
    }
  }
}
