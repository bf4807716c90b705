package io.rowlock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.architecture.CompiledClasses.Use;
import io.rowlock.operations.RowlockOperations;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The command line uses the API only, its own and core's. Operations use, of core's internals, what
 * administration uses; the doctor is above operations, and the maintenance of locks is on the
 * protocol's rooms. Core uses none of them, because it does not see them.
 */
class OperationsArrowsTest {

  private static final String TOOLS = "io.rowlock.tools";
  private static final String OPERATIONS = "io.rowlock.operations";
  private static final String DOCTOR = "io.rowlock.operations.doctor";
  private static final String MAINTENANCE = "io.rowlock.operations.maintenance";

  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          TOOLS,
          Set.of("io.rowlock", "io.rowlock.admin", OPERATIONS, DOCTOR),
          DOCTOR,
          Set.of(
              "io.rowlock",
              "io.rowlock.admin",
              "io.rowlock.internal.admin",
              "io.rowlock.internal.engine",
              OPERATIONS),
          OPERATIONS,
          Set.of(
              "io.rowlock",
              "io.rowlock.admin",
              "io.rowlock.internal.admin",
              "io.rowlock.internal.engine",
              "io.rowlock.internal.protocol.lock",
              "io.rowlock.internal.store",
              MAINTENANCE),
          MAINTENANCE,
          Set.of(
              "io.rowlock.internal.protocol.lock",
              "io.rowlock.internal.protocol.recovery",
              "io.rowlock.internal.protocol.request",
              "io.rowlock.internal.store"));

  /** Installs the real clock. */
  private static final Use WIRING =
      new Use(RowlockOperations.class.getName(), "io.rowlock.internal.hbase.SystemClock");

  @Test
  void mainClassesFollowTheArrows() {
    Set<Use> uses = CompiledClasses.of(RowlockOperations.class).dependencies();
    assertThat(uses).hasSizeGreaterThan(100);
    List<Use> violations = uses.stream().filter(use -> !isAllowed(use)).toList();
    assertThat(violations).containsExactly(WIRING);
  }

  private static boolean isAllowed(Use use) {
    String from = PackageArrowsTest.packageOf(use.user());
    String to = PackageArrowsTest.packageOf(use.used());
    return !to.startsWith("io.rowlock") || from.equals(to) || ALLOWED.get(from).contains(to);
  }
}
