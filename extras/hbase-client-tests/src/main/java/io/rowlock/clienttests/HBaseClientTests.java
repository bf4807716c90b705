package io.rowlock.clienttests;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs HBase's tests on both connections, and compares the outcomes. Fails if a method that passes
 * on HBase's connection does not on Rowlock's and no line of the list says why, or if there is a
 * line for a method that passes.
 */
final class HBaseClientTests {

  private static final String PACKAGE = "org.apache.hadoop.hbase.client.";
  private static final List<String> CLASSES =
      List.of(
          "TestAppendFromClientSide",
          "TestMultiParallel",
          "TestIncrementsFromClientSide",
          "TestCheckAndMutate",
          "TestScannersFromClientSide",
          "TestFromClientSide",
          "TestFromClientSide3",
          "TestFromClientSide4",
          "TestFromClientSide5",
          "TestAsyncTable",
          "TestAsyncTableBatch",
          "TestAsyncTableScan",
          "TestAsyncTableScanAll",
          "TestAsyncTableScanner",
          "TestAsyncBufferMutator",
          HBaseTools.class.getSimpleName());

  private final Path logs;
  private final String classPath;
  private final Path resources;
  private final List<String> options;

  private HBaseClientTests(Path logs, String classPath, Path resources, List<String> options) {
    this.logs = logs;
    this.classPath = classPath;
    this.resources = resources;
    this.options = options;
  }

  /**
   * Runs the tests. Exit statuses: 0 good, 1 usage error, 2 the run failed, 3 there are unexplained
   * differences, or needless explanations.
   *
   * @param arguments the directory of the module, the file with the JVM's options, and the classes
   *     to run, if not all
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: HBaseClientTests MODULE OPTIONS [CLASS...]");
      System.exit(1);
    }
    try {
      System.exit(run(arguments) ? 0 : 3);
    } catch (IOException failed) {
      System.err.println(failed.getMessage());
      System.exit(2);
    }
  }

  private static boolean run(String[] arguments) throws IOException, InterruptedException {
    Path module = Path.of(arguments[0]);
    Path logs = module.resolve("target/logs");
    Files.createDirectories(logs);
    HBaseClientTests tests =
        new HBaseClientTests(
            logs,
            System.getProperty("java.class.path"),
            module.resolve("src/main/resources"),
            List.of("@" + arguments[1], "-Xmx3g"));
    List<String> wanted = List.of(arguments).subList(2, arguments.length);
    for (String name : wanted) {
      if (!CLASSES.contains(name)) {
        System.err.println("There is no class " + name + "; known are " + CLASSES);
        System.exit(1);
      }
    }
    Path page = module.resolve("../../docs/reference/differences.md");
    Differences differences = Differences.read(module.resolve("differences.txt"), page, CLASSES);
    return tests.compare(wanted.isEmpty() ? CLASSES : wanted, differences);
  }

  private boolean compare(List<String> classes, Differences differences)
      throws IOException, InterruptedException {
    Comparison comparison = new Comparison(differences.reasons());
    for (String name : classes) {
      Outcomes plain = run(name, "plain", Set.of());
      comparison.add(name, plain, run(name, "rowlock", differences.waitingOf(name)));
    }
    return comparison.end();
  }

  private Outcomes run(String name, String mode, Set<String> waiting)
      throws IOException, InterruptedException {
    Path outcomes = logs.resolve(name + "-" + mode + ".txt");
    Files.deleteIfExists(outcomes);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-classpath");
    command.add(resources.resolve(mode) + File.pathSeparator + classPath);
    command.add(OneClass.class.getName());
    command.add(name.startsWith("Test") ? PACKAGE + name : HBaseTools.class.getName());
    command.add(outcomes.toString());
    command.addAll(waiting);
    int status =
        new ProcessBuilder(command)
            .directory(logs.toFile())
            .redirectErrorStream(true)
            .redirectOutput(logs.resolve(name + "-" + mode + ".log").toFile())
            .start()
            .waitFor();
    if (status != 0 && !Files.exists(outcomes)) {
      throw new IOException(name + " on " + mode + " ended with status " + status);
    }
    return Outcomes.read(outcomes);
  }
}
