package io.rowlock.tools;

/**
 * Runs the command line to maintain transactional tables: {@code hbase io.rowlock.tools.Rowlock
 * COMMAND ...}
 *
 * <p>This class, and no other, is compiled for Java 8 (see the module's POM): HBase's launcher may
 * run a Java that can load nothing else of Rowlock, and would report a class file version.
 */
public final class Rowlock {

  private static final int NEEDED = 17;
  private static final int FAILED = 2;

  private Rowlock() {}

  /**
   * Runs a command and ends the JVM with its exit status.
   *
   * @throws ReflectiveOperationException never; a call by name keeps this class free of newer ones
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    String version = System.getProperty("java.specification.version");
    if (isTooOld(version)) {
      System.err.println(complaint(version, System.getProperty("java.home")));
      System.exit(FAILED);
    }
    Class.forName("io.rowlock.tools.RowlockTool")
        .getDeclaredMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  /** Versions are 1.8, 9, 11, 17. */
  static boolean isTooOld(String version) {
    return Double.parseDouble(version) < NEEDED;
  }

  static String complaint(String version, String home) {
    return String.format(
        "rowlock: Rowlock needs Java %s or later, and %s is Java %s: set JAVA_HOME to a newer one"
            + " for this command. HBase's servers can stay on theirs.",
        NEEDED, home, version);
  }
}
