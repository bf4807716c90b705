package io.rowlock.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** One server of a cluster as a process, whoever has started it. */
final class Server {

  private static final Duration DEATH = Duration.ofSeconds(20);
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

  /** It ran, and nobody has stopped it. */
  boolean hasDied() throws IOException {
    return pidFile.exists() && !isRunning();
  }

  /** Starts it with settings of its own; what it printed before is kept under another name. */
  void launch(Launcher launcher, List<String> settings) throws IOException {
    Path output = directory.output(member);
    if (Files.exists(output)) {
      Path former = output.resolveSibling(output.getFileName() + ".1");
      Files.move(output, former, StandardCopyOption.REPLACE_EXISTING);
    }
    pidFile.note(launcher.launch(directory, member, settings));
  }

  /** As {@code kill -9}. Returns when it is dead. */
  void kill() throws IOException {
    Optional<ProcessHandle> running = process();
    if (running.isPresent()) {
      boolean unused = running.get().destroyForcibly();
      if (!isGoneWithin(DEATH)) {
        throw new IOException(member + ", process " + running.get().pid() + ", cannot be killed");
      }
    }
  }

  void askToEnd() throws IOException {
    Optional<ProcessHandle> running = process();
    if (running.isPresent()) {
      // One that stands still would not hear anything else.
      Signals.CONT.to(running.get());
      boolean unused = running.get().destroy();
    }
  }

  /** One that takes too long is killed. */
  void awaitEnd(Duration grace) throws IOException {
    if (!isGoneWithin(grace)) {
      kill();
    }
    pidFile.forget();
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

  /** Where to look when it does not do what it should. */
  String logs() {
    return directory.log(member) + " and " + directory.output(member);
  }
}
