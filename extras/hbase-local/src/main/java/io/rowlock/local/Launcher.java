package io.rowlock.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Starts the processes of servers, on the class path of this one. */
final class Launcher {

  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private final boolean detached;

  /** Kept, because a process that is collected as garbage closes its pipes. */
  private final Queue<Process> children = new ConcurrentLinkedQueue<>();

  /**
   * @param detached whether the servers outlive this process and its terminal; otherwise they end
   *     with this process
   */
  Launcher(boolean detached) {
    this.detached = detached;
  }

  ProcessHandle launch(ClusterDirectory directory, Member member, List<String> own)
      throws IOException {
    ProcessBuilder builder =
        java(directory, member)
            .arguments(List.of(member.role().name(), directory.root().toString()))
            .arguments(own)
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(directory.output(member).toFile());
    if (detached) {
      builder.redirectInput(new File("/dev/null"));
      if (Files.isExecutable(SETSID)) {
        builder.command().add(0, SETSID.toString());
      }
    }
    Process process = builder.start();
    if (!detached) {
      children.add(process);
    }
    return process.toHandle();
  }

  /** The flag that identifies a server among the processes of the machine. */
  static String mark(ClusterDirectory directory, Member member) {
    return "-Drowlock.server=" + directory.root() + ":" + member;
  }

  private JavaProcess java(ClusterDirectory directory, Member member) {
    JavaProcess java =
        JavaProcess.of(ServerMain.class)
            .flags(mark(directory, member))
            .serverFlags()
            .flags("-Xmx" + member.role().heap(), "-XX:+UseSerialGC")
            .flags("-XX:+ExitOnOutOfMemoryError")
            .log(directory.log(member))
            .flags("-Dlog4j.configuration=hbase-local.log4j.properties")
            .flags(new Kerberos(directory).flags().toArray(String[]::new))
            .configuration(directory.conf());
    if (member.role() == Role.REGION_SERVER) {
      java.flags(FiguresWriter.flag(directory.figuresFile(member)));
    }
    // Servers that end with this process live for a short time: less compilation.
    return detached ? java : java.flags(LifeLine.FLAG, "-XX:TieredStopAtLevel=1");
  }
}
