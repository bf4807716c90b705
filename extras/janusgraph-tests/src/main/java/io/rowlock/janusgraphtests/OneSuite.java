package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one suite, or a part of it, in this JVM, and writes a line for each test. */
final class OneSuite implements TestExecutionListener {

  /** The last line of the outcomes of a suite that has ended. */
  static final String END = "END";

  private static final int LONGEST = 400;

  private final PrintStream out;

  private OneSuite(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the suite.
   *
   * @param arguments its name, and the file for the outcomes
   */
  public static void main(String[] arguments) throws IOException {
    Class<?> suite = Objects.requireNonNull(Suites.all().get(arguments[0]));
    if (suite == Suites.Graphs.class) {
      TestedStorage.settle(TestedStorage.GRAPHS);
    }
    try (PrintStream out = new PrintStream(Path.of(arguments[1]).toFile(), "UTF-8")) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(suite))
                  .filters(Part.ofThisJvm())
                  .configurationParameter("junit.jupiter.execution.timeout.default", "15 m")
                  .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                  .build(),
              new OneSuite(out));
      out.println(END);
    }
    System.exit(0); // threads of JanusGraph may be left
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write("SKIPPED", test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    TestExecutionResult.Status status = result.getStatus();
    if (test.isTest() || status != TestExecutionResult.Status.SUCCESSFUL) {
      String outcome =
          switch (status) {
            case SUCCESSFUL -> "PASSED";
            case ABORTED -> "SKIPPED";
            case FAILED -> "FAILED";
          };
      write(outcome, test, result.getThrowable().map(OneSuite::chain).orElse(""));
    }
  }

  /** Returns the failure with its causes, the last of which says most. */
  private static String chain(Throwable failure) {
    StringBuilder chain = new StringBuilder(failure.toString());
    for (Throwable t = failure.getCause(); t != null; t = t.getCause()) {
      chain.insert(0, t + " <- ");
    }
    return chain.toString();
  }

  private void write(String outcome, TestIdentifier test, String why) {
    String line = why.replaceAll("\\s+", " ");
    out.printf(
        "%s\t%s\t%s%n", outcome, name(test), line.substring(0, Math.min(LONGEST, line.length())));
    out.flush();
  }

  /**
   * Returns the method; the class too in suites of several classes, whose methods may share names.
   */
  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(
            method ->
                method.getClassName().startsWith(Suites.class.getName())
                    ? method.getMethodName()
                    : method.getClassName().replaceFirst(".*\\.", "")
                        + "."
                        + method.getMethodName())
        .orElse(test.getDisplayName());
  }
}
