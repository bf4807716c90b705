package io.rowlock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The answers of the command line when no server runs; {@code CrashTestIT} starts servers. */
class HBaseLocalTest {

  @TempDir private Path directory;

  private final StringWriter errors = new StringWriter();

  @Test
  void commandLineExplainsWrongArguments() {
    assertThat(run()).isEqualTo(HBaseLocal.USAGE);
    assertThat(run("begin")).isEqualTo(HBaseLocal.USAGE);
    assertThat(start("--region-servers", "0")).isEqualTo(HBaseLocal.USAGE);
    assertThat(start("--wait", "0")).isEqualTo(HBaseLocal.USAGE);
    assertThat(errors.toString())
        .contains("There is no command")
        .contains("'begin'")
        .contains("1 to 9 region servers, not 0")
        .contains("--wait must be at least 1");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void statusReportsNoRunningServers() {
    assertThat(run("status", "--dir", directory.toString())).isEqualTo(HBaseLocal.NOT_RUNNING);
    assertThat(run("stop", "--dir", directory.toString())).isEqualTo(HBaseLocal.GOOD);
    assertThat(run("kill", "--dir", directory.toString(), "master")).isEqualTo(HBaseLocal.FAILED);
    assertThat(errors.toString()).contains("No HBase was ever started in " + directory);
  }

  @Test
  void killRefusesUnknownAndStoppedServers() throws Exception {
    ClusterDirectory files = new ClusterDirectory(directory);
    files.create();
    ShapeFile.write(files, new ClusterShape(1, 2, Map.of()));

    assertThat(run("status", "--dir", directory.toString())).isEqualTo(HBaseLocal.NOT_RUNNING);
    assertThat(run("kill", "--dir", directory.toString(), "regionserver-3"))
        .isEqualTo(HBaseLocal.USAGE);
    assertThat(run("kill", "--dir", directory.toString(), "regionserver-2"))
        .isEqualTo(HBaseLocal.FAILED);
    assertThat(errors.toString())
        .contains("There is no server 'regionserver-3'")
        .contains("regionserver-2 does not run");
  }

  @Test
  void secondProcessMayNotStopServers() throws Exception {
    ClusterDirectory files = new ClusterDirectory(directory);
    files.create();
    ShapeFile.write(files, new ClusterShape(1, 2, Map.of()));
    ProcessLock lock = files.lock();
    assertThat(run("stop", "--dir", directory.toString())).isEqualTo(HBaseLocal.FAILED);
    assertThat(errors.toString()).contains("Another process is starting or stopping");
    lock.close();
    assertThat(run("stop", "--dir", directory.toString())).isEqualTo(HBaseLocal.GOOD);
  }

  /** The file contains the id of this process, which is not the server. */
  @Test
  void pidFileIgnoresAnotherProcessWithTheSameId() throws Exception {
    Path file = directory.resolve("pid");
    new PidFile(file, "-Dno-process-has-this-flag").write(ProcessHandle.current());
    assertThat(file).exists();
    assertThat(new PidFile(file, "-Dno-process-has-this-flag").process()).isEmpty();
    assertThat(new PidFile(file, "java").process()).contains(ProcessHandle.current());
    Files.delete(file);
  }

  private int start(String... options) {
    String[] arguments = new String[options.length + 3];
    arguments[0] = "start";
    arguments[1] = "--dir";
    arguments[2] = directory.toString();
    System.arraycopy(options, 0, arguments, 3, options.length);
    return run(arguments);
  }

  private int run(String... arguments) {
    CommandLine command = HBaseLocal.commandLine();
    return command.setErr(new PrintWriter(errors, true)).execute(arguments);
  }
}
