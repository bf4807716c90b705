package io.rowlock.bench.kit;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Describes a JVM like this one: the same Java, the same class path, another program. */
public final class JavaProcess {
  private final Class<?> program;
  private final List<String> flags = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private String classPath = System.getProperty("java.class.path");

  private JavaProcess(Class<?> program) {
    this.program = program;
  }

  public static JavaProcess of(Class<?> program) {
    return new JavaProcess(program);
  }

  public JavaProcess flags(String... more) {
    Collections.addAll(flags, more);
    return this;
  }

  /** Adds the flags of {@code scripts/hbase.jvmopts} that this JVM was started with. */
  public JavaProcess serverFlags() {
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(JavaProcess::isForServers)
        .forEach(flags::add);
    return this;
  }

  /** Adds the flags of this JVM for its heap and its compiler. */
  public JavaProcess machineFlags() {
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X"))
        .forEach(flags::add);
    return this;
  }

  private static boolean isForServers(String flag) {
    return flag.startsWith("--add-")
        || flag.startsWith("-Djava.net.")
        || flag.startsWith("-Dorg.apache.hbase.");
  }

  /** Sets the file of the log. */
  public JavaProcess log(Path file) {
    return flags("-Drowlock.log=" + file);
  }

  /** Puts a directory of configuration files before the rest of the class path. */
  public JavaProcess configuration(Path directory) {
    classPath = directory + File.pathSeparator + System.getProperty("java.class.path");
    return this;
  }

  public JavaProcess arguments(List<String> more) {
    arguments.addAll(more);
    return this;
  }

  /** Returns the command; the caller redirects the streams and starts it. */
  public ProcessBuilder builder() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add(program.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", classPath);
    return builder;
  }
}
