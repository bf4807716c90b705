package io.rowlock.clienttests;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs one class of tests in this JVM, and writes a line for each method. */
final class OneClass {

  private OneClass() {}

  /**
   * Runs the class.
   *
   * @param arguments its name, the file for the outcomes, and methods that wait forever, which are
   *     interrupted
   */
  public static void main(String[] arguments) throws ClassNotFoundException, IOException {
    try (PrintStream out = new PrintStream(Path.of(arguments[1]).toFile(), "UTF-8")) {
      JUnitCore junit = new JUnitCore();
      junit.addListener(new Lines(out));
      junit.addListener(new Alarm(List.of(arguments).subList(2, arguments.length)));
      junit.run(Class.forName(arguments[0]));
      out.println("END");
    }
    System.exit(0); // threads of the cluster may be left
  }

  /** Interrupts the thread of a method that is known to wait forever. */
  private static final class Alarm extends RunListener {

    private static final long PATIENCE_SECONDS = 20;

    private final List<String> waiting;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private @Nullable Future<?> alarm;

    Alarm(List<String> waiting) {
      this.waiting = waiting;
    }

    @Override
    public void testStarted(Description test) {
      Thread thread = Thread.currentThread();
      if (waiting.contains(Outcomes.method(test.getMethodName()))) {
        alarm = timer.schedule(thread::interrupt, PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    }

    @Override
    public void testFinished(Description test) {
      if (alarm != null) {
        alarm.cancel(false);
        alarm = null;
      }
    }
  }

  private static final class Lines extends RunListener {

    private final PrintStream out;
    private final Set<String> failed = new TreeSet<>();

    Lines(PrintStream out) {
      this.out = out;
    }

    @Override
    public void testFailure(Failure failure) {
      if (failed.add(failure.getDescription().getDisplayName())) {
        write("FAILED", failure.getDescription(), String.valueOf(failure.getException()));
      }
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
      failed.add(failure.getDescription().getDisplayName());
      write("SKIPPED", failure.getDescription(), String.valueOf(failure.getMessage()));
    }

    @Override
    public void testIgnored(Description test) {
      write("SKIPPED", test, "ignored");
    }

    @Override
    public void testFinished(Description test) {
      if (!failed.contains(test.getDisplayName())) {
        write("PASSED", test, "");
      }
    }

    private void write(String outcome, Description test, String why) {
      String line = why.replaceAll("\\s+", " ");
      out.println(
          outcome
              + "\t"
              + test.getMethodName()
              + "\t"
              + line.substring(0, Math.min(400, line.length())));
      out.flush();
    }
  }
}
