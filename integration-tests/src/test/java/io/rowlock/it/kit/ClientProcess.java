package io.rowlock.it.kit;

import io.rowlock.bench.kit.Interruption;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The process of a client, which writes a file as it works, and can be killed at any time. */
public class ClientProcess implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process process;
  private final Path file;

  /** Starts the client. */
  protected ClientProcess(ProcessBuilder client, Path file) throws IOException {
    this.process = client.start();
    this.file = file;
  }

  protected final Process process() {
    return process;
  }

  public final Path file() {
    return file;
  }

  /** The size of the file, in bytes; 0 before it exists. */
  public final long written() throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  public final ProcessHandle handle() {
    return process.toHandle();
  }

  public final boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the client as {@code kill -9} does. Returns false if it had ended before. */
  public final boolean kill() throws IOException {
    boolean lived = process.isAlive();
    Process unused = process.destroyForcibly();
    if (!hasEndedWithin(PATIENCE)) {
      throw new IOException(this + " cannot be killed");
    }
    return lived;
  }

  public final boolean hasEndedWithin(Duration patience) throws IOException {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** Of one that has ended. */
  public final int exitStatus() {
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    boolean unused = kill();
  }

  @Override
  public final String toString() {
    return "the client that writes " + file;
  }
}
