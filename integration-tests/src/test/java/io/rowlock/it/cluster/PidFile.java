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
   * @param mark in the command line of the process, so that another one that got the same number
   *     later is not taken for it
   */
  PidFile(Path file, String mark) {
    this.file = file;
    this.mark = mark;
  }

  void note(ProcessHandle process) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(PID, Long.toString(process.pid()));
    PropertyFiles.write(file, properties);
  }

  void forget() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Whether a process was started and nobody has stopped it since. */
  boolean exists() {
    return Files.exists(file);
  }

  /** The process, if it is alive. A dead one whose parent has not noticed has no command line. */
  Optional<ProcessHandle> process() throws IOException {
    String pid = PropertyFiles.read(file).getProperty(PID);
    if (pid == null) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).filter(this::isIt);
  }

  private boolean isIt(ProcessHandle process) {
    return process.info().commandLine().filter(line -> line.contains(mark)).isPresent();
  }
}
