package io.rowlock.it.kit;

import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * A process that is suspended until this is closed, or until the process that suspended it ends.
 */
public final class StoppedProcess implements AutoCloseable {

  /** The shell resumes the process at the end of its standard input. */
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
      throw new IOException("Process " + process.pid() + " cannot be suspended");
    }
    return new StoppedProcess(shell);
  }

  /** Resumes the process, which may have been killed meanwhile. */
  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
    try {
      int unused = shell.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while a process was resumed");
    }
  }
}
