package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A checkout as {@code scripts/rowlock} finds it after a build: the real scripts, on what this
 * build has made, with sources that are empty and older. Its Maven only says that it was asked.
 */
final class ScriptCheckout {

  private static final Path REAL = Path.of("..").toAbsolutePath().normalize();
  private static final int PATIENCE_SECONDS = 120;

  private final Path root;

  /** How a script has ended. */
  record Run(int status, String out, String err) {}

  ScriptCheckout(Path root) throws IOException {
    this.root = root;
    for (String directory :
        List.of(
            "bin",
            "scripts",
            "core/src",
            "extras/operations/src",
            "extras/hbase-local/src",
            "tpcc-bench/src")) {
      Files.createDirectories(root.resolve(directory));
    }
    for (String file :
        List.of(
            "pom.xml",
            "core/pom.xml",
            "extras/operations/pom.xml",
            "extras/hbase-local/pom.xml",
            "tpcc-bench/pom.xml")) {
      Files.createFile(root.resolve(file));
    }
    for (String script : List.of("rowlock", "bench", "hbase.jvmopts")) {
      copy("scripts/" + script, "scripts/" + script);
    }
    Path maven = root.resolve("bin/mvn");
    Files.writeString(maven, "#!/bin/sh\necho Maven was asked >&2\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    build();
  }

  private void build() throws IOException {
    String target = "tpcc-bench/target/";
    Files.createDirectories(root.resolve(target));
    copy(target + "rowlock-tpcc-bench.jar", target + "rowlock-tpcc-bench.jar");
    copy(target + "class-path.txt", target + "class-path.txt");
    Files.copy(
        root.resolve(target + "class-path.txt"), root.resolve(target + "scripts-bench.stamp"));
  }

  private void copy(String from, String to) throws IOException {
    Path source = REAL.resolve(from);
    assertThat(source).as("what a build leaves: mvn package").exists();
    Files.copy(source, root.resolve(to), StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** Adds a source file that no build has seen. */
  void addSource() throws IOException {
    Path later = Files.createFile(root.resolve("core/src/Later.java"));
    assertThat(later.toFile().setLastModified(System.currentTimeMillis() + 60_000)).isTrue();
  }

  /** Runs the command line from another directory. */
  Run rowlock(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("scripts/rowlock").toString());
    command.addAll(List.of(arguments));
    Path out = root.resolve("out");
    Path err = root.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.resolve("bin").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeAll(List.of("HBASE_CONF_DIR", "JDK_JAVA_OPTIONS"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.merge("PATH", root.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("in time").isTrue();
      return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }
}
