package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** Records the id of a process, for processes that are started later. */
final class PidFile {

  private static final String PID = "pid";

  private final Path file;
  private final String mark;

  /**
   * @param mark a part of the command line of this process and of no other, because the system
   *     reuses process ids
   */
  PidFile(Path file, String mark) {
    this.file = file;
    this.mark = mark;
  }

  void write(ProcessHandle process) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(PID, Long.toString(process.pid()));
    WholeFiles.write(file, properties);
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Whether a process was started, and not stopped since. */
  boolean exists() {
    return Files.exists(file);
  }

  /** The process, if it is alive; also one whose parent was killed before it wrote the file. */
  Optional<ProcessHandle> process() throws IOException {
    String pid = WholeFiles.readProperties(file).getProperty(PID);
    Optional<ProcessHandle> recorded =
        pid == null ? Optional.empty() : ProcessHandle.of(Long.parseLong(pid)).filter(this::isIt);
    return recorded.isPresent()
        ? recorded
        : ProcessHandle.allProcesses().filter(this::isIt).findAny();
  }

  /** A zombie process is listed, too, but has no command line. */
  private boolean isIt(ProcessHandle process) {
    return process.isAlive()
        && process.info().commandLine().filter(line -> line.contains(mark)).isPresent();
  }
}
