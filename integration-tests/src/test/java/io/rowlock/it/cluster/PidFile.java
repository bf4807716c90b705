package io.rowlock.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** Remembers a process beyond the life of whoever has started it. */
final class PidFile {

  private static final String PID = "pid";

  private final Path file;
  private final String mark;

  /**
   * @param mark in the command line of the process and of no other, so that one that got the same
   *     number later is not taken for it
   */
  PidFile(Path file, String mark) {
    this.file = file;
    this.mark = mark;
  }

  void note(ProcessHandle process) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(PID, Long.toString(process.pid()));
    WholeFiles.write(file, properties);
  }

  void forget() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Whether a process was started and nobody has stopped it since. */
  boolean exists() {
    return Files.exists(file);
  }

  /** The process, if it is alive; also one whose starter did not live to note it. */
  Optional<ProcessHandle> process() throws IOException {
    String pid = WholeFiles.readProperties(file).getProperty(PID);
    Optional<ProcessHandle> noted =
        pid == null ? Optional.empty() : ProcessHandle.of(Long.parseLong(pid)).filter(this::isIt);
    return noted.isPresent() ? noted : ProcessHandle.allProcesses().filter(this::isIt).findAny();
  }

  /** A dead one that its parent has not taken notice of is still listed, without a command line. */
  private boolean isIt(ProcessHandle process) {
    return process.isAlive()
        && process.info().commandLine().filter(line -> line.contains(mark)).isPresent();
  }
}
