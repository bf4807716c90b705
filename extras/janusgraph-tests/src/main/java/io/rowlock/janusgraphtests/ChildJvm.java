package io.rowlock.janusgraphtests;

import java.nio.file.Path;
import java.util.List;

/** The command that starts another JVM with the class path of this one. */
final class ChildJvm {

  private ChildJvm() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static List<String> command(Class<?> main, Path log) {
    return List.of(
        java(),
        "-XX:TieredStopAtLevel=1", // such a JVM lives for seconds, and starts faster
        "-XX:+UseSerialGC",
        "-Xmx1g",
        "-Drowlock.log=" + log,
        "-classpath",
        System.getProperty("java.class.path"),
        main.getName());
  }
}
