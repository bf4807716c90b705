package io.rowlock.clienttests;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Set;

/**
 * Runs HBase's tests on both connections, and compares the outcomes. Fails if a method that passes
 * on HBase's connection does not on Rowlock's and no line of the list says why, or if there is a line
 * for a method that passes.
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
          "TestFromClientSide5");

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
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: HBaseClientTests MODULE OPTIONS [CLASS...]");
      System.exit(1);
    }
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
    Map<String, String> reasons = Differences.read(module.resolve("differences.txt"));
    System.exit(tests.compare(wanted.isEmpty() ? CLASSES : wanted, reasons) ? 0 : 3);
  }

  private boolean compare(List<String> classes, Map<String, String> reasons)
      throws IOException, InterruptedException {
    Map<String, String> unexplained = new TreeMap<>();
    Set<String> differing = new TreeSet<>();
    Set<String> run = new TreeSet<>();
    System.out.printf("%-32s %8s %8s %8s%n", "class", "methods", "plain", "rowlock");
    int[] sums = new int[3];
    for (String name : classes) {
      Outcomes plain = run(name, "plain");
      Outcomes rowlock = run(name, "rowlock");
      int methods = plain.passed().size() + plain.failures().size();
      Set<String> both = new TreeSet<>(plain.passed().keySet());
      both.retainAll(rowlock.passed().keySet());
      System.out.printf("%-32s %8d %8d %8d%n", name, methods, plain.passed().size(), both.size());
      sums[0] += methods;
      sums[1] += plain.passed().size();
      sums[2] += both.size();
      plain.passed().keySet().forEach(method -> run.add(name + "." + method));
      for (String method : plain.passed().keySet()) {
        if (!both.contains(method)) {
          differing.add(name + "." + method);
          if (!reasons.containsKey(name + "." + method)) {
            unexplained.put(
                name + "." + method, rowlock.failures().getOrDefault(method, "was not run"));
          }
        }
      }
    }
    System.out.printf("%-32s %8d %8d %8d%n", "all", sums[0], sums[1], sums[2]);
    unexplained.forEach((method, why) -> System.out.println("UNEXPLAINED " + method + ": " + why));
    Set<String> needless = new TreeSet<>(reasons.keySet());
    needless.retainAll(run);
    needless.removeAll(differing);
    needless.forEach(method -> System.out.println("NEEDLESS LINE for " + method));
    return unexplained.isEmpty() && needless.isEmpty();
  }

  private Outcomes run(String name, String mode) throws IOException, InterruptedException {
    Path outcomes = logs.resolve(name + "-" + mode + ".txt");
    Files.deleteIfExists(outcomes);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-classpath");
    command.add(resources.resolve(mode) + File.pathSeparator + classPath);
    command.add(OneClass.class.getName());
    command.add(PACKAGE + name);
    command.add(outcomes.toString());
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
