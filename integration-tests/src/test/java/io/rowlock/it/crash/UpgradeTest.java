package io.rowlock.it.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/**
 * Clients of this version of the library and of another one work on one table, and are killed;
 * {@code scripts/upgrade-test} builds the other version and runs this program.
 *
 * <p>Arguments: jar and name of the other version, directory.
 */
final class UpgradeTest {

  private static final int GOOD = 0;
  private static final int BROKEN = 1;
  private static final int NOT_RUN = 2;
  private static final int MOST_FAULTS = 20;

  private UpgradeTest() {}

  public static void main(String[] arguments) {
    int status = NOT_RUN;
    try {
      Version other = new Version(arguments[1], Path.of(arguments[0]).toAbsolutePath());
      status = run(other, Path.of(arguments[2]).toAbsolutePath().normalize());
    } catch (Exception | AssertionError failure) {
      boolean known = failure instanceof IOException && failure.getMessage() != null;
      System.err.println(
          "upgrade-test: "
              + (known ? failure.getMessage() : Throwables.getStackTraceAsString(failure)));
    } finally {
      System.exit(status); // threads of HBase's client still run
    }
  }

  private static int run(Version other, Path directory) throws Exception {
    Version here = Version.ofThisProcess();
    List<Version> both = List.of(other, here);
    try (UpgradeRun run = UpgradeRun.start(directory)) {
      run.killAndSettle(other, here);
      run.killAndSettle(here, other);
      run.killAmongOthers(both);
      Evidence evidence = run.end(both);
      UpgradeReport report = UpgradeReport.of(run, both);
      report.lines().forEach(System.out::println);
      List<String> faults = new ArrayList<>(run.broken());
      Verdict verdict = Verdict.of(evidence);
      faults.addAll(verdict.broken());
      verdict.anomalies().forEach(anomaly -> faults.add(anomaly.toString()));
      return judge(faults, report, directory);
    }
  }

  private static int judge(List<String> faults, UpgradeReport report, Path directory) {
    faults.stream().limit(MOST_FAULTS).forEach(System.out::println);
    if (!faults.isEmpty()) {
      System.out.println("NOT GOOD: " + faults.size() + " faults, see " + directory);
      return BROKEN;
    }
    if (!report.isMeaningful()) {
      System.out.println("This run shows too little, see above: repeat it");
      return NOT_RUN;
    }
    System.out.println("good");
    return GOOD;
  }
}
