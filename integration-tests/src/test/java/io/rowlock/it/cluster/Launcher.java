package io.rowlock.it.cluster;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Starts the processes of servers, on the class path of this one. */
final class Launcher {

  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private final boolean detached;

  /** Kept, as their pipes are closed when nobody knows them any more. */
  private final Queue<Process> children = new ConcurrentLinkedQueue<>();

  /**
   * @param detached whether they shall outlive this process and its terminal; otherwise they die
   *     with this process
   */
  Launcher(boolean detached) {
    this.detached = detached;
  }

  ProcessHandle launch(ClusterDirectory directory, Member member, List<String> settings)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (detached && Files.isExecutable(SETSID)) {
      command.add(SETSID.toString());
    }
    command.addAll(java(directory, member));
    if (!detached) {
      command.add(LifeLine.FLAG);
      // Short lives: less compilation.
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.add(ServerMain.class.getName());
    command.add(member.role().name());
    command.add(directory.root().toString());
    for (String setting : settings) {
      command.add("-D");
      command.add(setting);
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.output(member).toFile());
    if (detached) {
      builder.redirectInput(new File("/dev/null"));
    }
    String classPath = System.getProperty("java.class.path");
    builder.environment().put("CLASSPATH", directory.conf() + File.pathSeparator + classPath);
    Process process = builder.start();
    if (!detached) {
      children.add(process);
    }
    return process.toHandle();
  }

  /** By this flag a server is known among the processes of the machine. */
  static String mark(ClusterDirectory directory, Member member) {
    return "-Drowlock.server=" + directory.root() + ":" + member;
  }

  private static List<String> java(ClusterDirectory directory, Member member) {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.add(mark(directory, member));
    // Of this process: what scripts/hbase.jvmopts names.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(Launcher::isForServers)
        .forEach(java::add);
    java.addAll(List.of("-Xmx" + member.role().heap(), "-XX:+UseSerialGC"));
    java.add("-XX:+ExitOnOutOfMemoryError");
    java.add("-Drowlock.log=" + directory.log(member));
    java.add("-Dlog4j.configuration=hbase-local.log4j.properties");
    return java;
  }

  private static boolean isForServers(String flag) {
    return flag.startsWith("--add-")
        || flag.startsWith("-Djava.net.")
        || flag.startsWith("-Dorg.apache.hbase.");
  }
}
