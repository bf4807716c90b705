package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** One server of a cluster as a process, started by this process or an earlier one. */
final class Server {

  private static final Duration END = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 20_000_000;

  private final ClusterDirectory directory;
  private final Member member;
  private final PidFile pidFile;

  Server(ClusterDirectory directory, Member member) {
    this.directory = directory;
    this.member = member;
    this.pidFile = new PidFile(directory.pidFile(member), Launcher.mark(directory, member));
  }

  Member member() {
    return member;
  }

  Optional<ProcessHandle> process() throws IOException {
    return pidFile.process();
  }

  boolean isRunning() throws IOException {
    return process().isPresent();
  }

  /** Whether the server ended although it was not stopped. */
  boolean hasEnded() throws IOException {
    return pidFile.exists() && !isRunning();
  }

  /** Starts the server with its own arguments, and renames the output of its former run. */
  void launch(Launcher launcher, List<String> own) throws IOException {
    Path output = directory.output(member);
    if (Files.exists(output)) {
      Path former = output.resolveSibling(output.getFileName() + ".1");
      Files.move(output, former, StandardCopyOption.REPLACE_EXISTING);
    }
    pidFile.write(launcher.launch(directory, member, own));
  }

  /** Kills the server as {@code kill -9} does, and returns when its process has ended. */
  void kill() throws IOException {
    Optional<ProcessHandle> running = process();
    if (running.isPresent()) {
      boolean unused = running.get().destroyForcibly();
      if (!isGoneWithin(END)) {
        throw new IOException(member + ", process " + running.get().pid() + ", cannot be killed");
      }
    }
  }

  void askToEnd() throws IOException {
    Optional<ProcessHandle> running = process();
    if (running.isPresent()) {
      // A stopped process handles no other signal.
      Signals.CONT.to(running.get());
      boolean unused = running.get().destroy();
    }
  }

  /** Waits for the end, and kills the server after the grace period. */
  void awaitEnd(Duration grace) throws IOException {
    if (!isGoneWithin(grace)) {
      kill();
    }
    pidFile.delete();
  }

  private boolean isGoneWithin(Duration patience) throws IOException {
    long start = System.nanoTime();
    while (isRunning()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }

  /** The files that explain a failure of the server. */
  String logs() {
    return directory.log(member) + " and " + directory.output(member);
  }
}
