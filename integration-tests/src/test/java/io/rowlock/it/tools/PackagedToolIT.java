package io.rowlock.it.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command line without the checkout: HBase's class path, and one jar behind it. */
@ExtendWith(HBaseExtension.class)
class PackagedToolIT {

  /** HBase keeps the guava of others off the class path of its clients. */
  private static final List<String> NOT_OF_HBASE =
      List.of(
          "rowlock", "picocli", "guava-", "failureaccess", "jspecify", "classes", "test-classes");

  @TempDir private Path directory;

  private static Path jar() throws Exception {
    try (Stream<Path> jars = Files.list(Path.of("..", "extras", "operations", "target"))) {
      return jars.filter(file -> file.toString().endsWith("-all.jar")).findFirst().orElseThrow();
    }
  }

  private static String classPath() throws Exception {
    String path = System.getProperty("java.class.path");
    return Splitter.on(File.pathSeparatorChar)
            .splitToStream(path)
            .filter(entry -> isOfHBase(String.valueOf(Path.of(entry).getFileName())))
            .collect(Collectors.joining(File.pathSeparator))
        + File.pathSeparator
        + jar();
  }

  private static boolean isOfHBase(String file) {
    return NOT_OF_HBASE.stream().noneMatch(file::startsWith);
  }

  /** Runs as {@code HBASE_CLASSPATH=JAR hbase io.rowlock.tools.Rowlock} does. */
  private List<String> run(int expectedStatus, String... arguments) throws Exception {
    Path output = directory.resolve("output.txt");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-cp", classPath()));
    command.add("io.rowlock.tools.Rowlock");
    Collections.addAll(command, arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as(String.join("\n", lines)).isEqualTo(expectedStatus);
    return lines;
  }

  @Test
  void oneJarIsEnough(Configuration configuration, Connection connection) throws Exception {
    String table = TestTables.create(connection).getNameAsString();
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
    String conf = directory.toString();

    assertThat(run(1, "lokcs")).anyMatch(line -> line.contains("Did you mean 'locks'?"));
    assertThat(run(0, "doctor", table, "--conf", conf))
        .anyMatch(line -> line.contains("Rowlock ") && !line.contains("of a checkout"))
        .anyMatch(line -> line.contains("locks = 0 of 0"));
    assertThat(run(3, "guard", table, "--plain", "etl", "--conf", conf))
        .anyMatch(line -> line.startsWith("CHANGE etl"));
  }
}
