package io.rowlock.local;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

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

  /**
   * Adds the flags of {@code scripts/hbase.jvmopts} that this JVM was started with, and those that
   * switch mechanisms of the client.
   */
  public JavaProcess serverFlags() {
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(JavaProcess::isForServers)
        .forEach(flags::add);
    return this;
  }

  private static boolean isForServers(String flag) {
    return flag.startsWith("--add-")
        || flag.startsWith("-Djava.net.")
        || flag.startsWith("-Dorg.apache.hbase.")
        || flag.startsWith("-Drowlock.internal.");
  }

  /** Sets the file of the log. */
  public JavaProcess log(Path file) {
    return flags("-Drowlock.log=" + file);
  }

  /** Puts a directory of configuration files before the rest of the class path. */
  public JavaProcess configuration(Path directory) {
    classPath = directory + File.pathSeparator + classPath;
    return this;
  }

  /** Puts a jar in the place of an entry of the class path. */
  public JavaProcess replace(Path entry, Path jar) {
    List<String> entries = Splitter.on(File.pathSeparatorChar).splitToList(classPath);
    if (!entries.contains(entry.toString())) {
      throw new IllegalArgumentException(entry + " is not on the class path " + classPath);
    }
    classPath =
        entries.stream()
            .map(other -> other.equals(entry.toString()) ? jar.toString() : other)
            .collect(Collectors.joining(File.pathSeparator));
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
