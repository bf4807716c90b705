package io.rowlock.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.architecture.CompiledClasses.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data flows one way: io.rowlock -> internal.transaction -> internal.protocol -> internal.store,
 * and internal.hbase implements internal.store; internal.telemetry observes internal.protocol.
 * io.rowlock.admin and io.rowlock share internal.engine; administration knows only a few public
 * classes of io.rowlock, and io.rowlock none of administration; internal.admin is what it shares
 * with the module of operations. The modules of operations and of the connection have tests of
 * their own. A package may use those downstream of it, nothing else.
 *
 * <p>Inside the protocol: commit, longread -> read -> recovery -> lock, and contention -> commit,
 * longread. LockProtocol, in the package above its rooms, puts them together. It puts request in
 * front of the store; no other room uses it.
 */
class PackageArrowsTest {

  private static final String ADMIN = "io.rowlock.admin";
  private static final String API = "io.rowlock";
  private static final String ONCE = "io.rowlock.once";
  private static final String INTERNAL_ADMIN = "io.rowlock.internal.admin";
  private static final String ENGINE = "io.rowlock.internal.engine";
  private static final String TRANSACTION = "io.rowlock.internal.transaction";
  private static final String PROTOCOL = "io.rowlock.internal.protocol";
  private static final String COMMIT = PROTOCOL + ".commit";
  private static final String CONTENTION = PROTOCOL + ".contention";
  private static final String LONGREAD = PROTOCOL + ".longread";
  private static final String READ = PROTOCOL + ".read";
  private static final String RECOVERY = PROTOCOL + ".recovery";
  private static final String REQUEST = PROTOCOL + ".request";
  private static final String LOCK = PROTOCOL + ".lock";
  private static final String STORE = "io.rowlock.internal.store";
  private static final String TELEMETRY = "io.rowlock.internal.telemetry";
  private static final String HBASE = "io.rowlock.internal.hbase";

  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          entry(ONCE, Set.of(API, ADMIN, ENGINE, STORE)),
          entry(ADMIN, Set.of(INTERNAL_ADMIN, ENGINE, STORE)),
          entry(INTERNAL_ADMIN, Set.of(ENGINE, LOCK, STORE)),
          entry(API, Set.of(ENGINE, TELEMETRY, TRANSACTION, PROTOCOL, CONTENTION, LOCK, STORE)),
          entry(ENGINE, Set.of(TELEMETRY, PROTOCOL, RECOVERY, LOCK, STORE)),
          entry(TELEMETRY, Set.of(RECOVERY, LOCK, STORE)),
          entry(TRANSACTION, Set.of(PROTOCOL, CONTENTION, LONGREAD, COMMIT, READ, LOCK, STORE)),
          entry(
              PROTOCOL, Set.of(CONTENTION, LONGREAD, COMMIT, READ, RECOVERY, REQUEST, LOCK, STORE)),
          entry(CONTENTION, Set.of(LONGREAD, COMMIT, READ, RECOVERY, LOCK, STORE)),
          entry(LONGREAD, Set.of(READ, RECOVERY, LOCK, STORE)),
          entry(COMMIT, Set.of(READ, RECOVERY, LOCK, STORE)),
          entry(READ, Set.of(RECOVERY, LOCK, STORE)),
          entry(RECOVERY, Set.of(LOCK, STORE)),
          entry(REQUEST, Set.of(STORE)),
          entry(LOCK, Set.of(STORE)),
          entry(STORE, Set.of()),
          entry(HBASE, Set.of(STORE)));

  /** These classes install the real store and the real clock; no other class uses them. */
  private static final Set<String> WIRING =
      Set.of(
          "io.rowlock.internal.engine.Engine",
          "io.rowlock.internal.engine.EngineResources",
          "io.rowlock.TransactionManager",
          "io.rowlock.admin.TransactionAdmin");

  /** What administration uses of the API. */
  private static final Set<String> SHARED =
      Set.of("io.rowlock.TableFinding", "io.rowlock.UnsafeTableException");

  @Test
  void mainClassesFollowTheArrows() {
    CompiledClasses main = CompiledClasses.main();
    assertThat(main.dependencies()).hasSizeGreaterThan(100);
    assertThat(violations(main)).isEmpty();
  }

  @Test
  void arrowAgainstTheFlowIsFound(@TempDir Path directory) throws IOException {
    CompiledClasses planted =
        CompiledClasses.compile(
            directory,
            "package "
                + STORE
                + "; class Planted { "
                + TRANSACTION
                + ".ActiveTransaction field; }");
    assertThat(violations(planted))
        .containsExactly(new Use(STORE + ".Planted", TRANSACTION + ".ActiveTransaction"));
  }

  @Test
  void arrowAgainstTheOrderOfTheRoomsIsFound(@TempDir Path directory) throws IOException {
    CompiledClasses planted =
        CompiledClasses.compile(
            directory,
            "package " + RECOVERY + "; class Planted { " + COMMIT + ".CommitProtocol field; }");
    assertThat(violations(planted))
        .containsExactly(new Use(RECOVERY + ".Planted", COMMIT + ".CommitProtocol"));
  }

  @Test
  void arrowOutOfAnInternalPackageIsFound(@TempDir Path directory) throws IOException {
    CompiledClasses planted =
        CompiledClasses.compile(
            directory,
            "package "
                + PROTOCOL
                + "; class Planted { Object x = io.rowlock.RetryPolicy.none(); }");
    assertThat(violations(planted))
        .containsExactly(new Use(PROTOCOL + ".Planted", "io.rowlock.RetryPolicy"));
  }

  @Test
  void arrowFromAdministrationToTransactionsIsFound(@TempDir Path directory) throws IOException {
    CompiledClasses planted =
        CompiledClasses.compile(
            directory,
            "package "
                + ADMIN
                + "; class Planted { io.rowlock.RetryPolicy one;"
                + " io.rowlock.UnsafeTableException other; }");
    assertThat(violations(planted))
        .containsExactly(new Use(ADMIN + ".Planted", "io.rowlock.RetryPolicy"));
  }

  @Test
  void storeOutsideTheWiringIsFound(@TempDir Path directory) throws IOException {
    CompiledClasses planted =
        CompiledClasses.compile(
            directory,
            "package io.rowlock; class Planted { Object x = new " + HBASE + ".SystemClock(); }");
    assertThat(violations(planted))
        .containsExactly(new Use("io.rowlock.Planted", HBASE + ".SystemClock"));
  }

  @Test
  void packageWithoutARuleIsFound(@TempDir Path directory) throws IOException {
    CompiledClasses planted =
        CompiledClasses.compile(
            directory,
            "package io.rowlock.other; class Planted { Object x = io.rowlock.RetryPolicy.none();"
                + " }");
    assertThat(violations(planted))
        .containsExactly(new Use("io.rowlock.other.Planted", "io.rowlock.RetryPolicy"));
  }

  private static List<Use> violations(CompiledClasses classes) {
    return classes.dependencies().stream().filter(use -> !isAllowed(use)).toList();
  }

  private static boolean isAllowed(Use use) {
    String from = packageOf(use.user());
    String to = packageOf(use.used());
    if (!to.startsWith(API) || from.equals(to)) {
      return true;
    }
    boolean isWiring = to.equals(HBASE) && WIRING.contains(use.user());
    boolean isShared =
        Set.of(ADMIN, INTERNAL_ADMIN).contains(from) && SHARED.contains(outer(use.used()));
    return isWiring || isShared || ALLOWED.getOrDefault(from, Set.of()).contains(to);
  }

  private static String outer(String className) {
    return className.replaceFirst("\\$.*", "");
  }

  static String packageOf(String className) {
    return className.substring(0, Math.max(0, className.lastIndexOf('.')));
  }
}
