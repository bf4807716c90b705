package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.Network;
import io.rowlock.mutation.PatchedClasses;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each mistake of section 11 of the protocol, made on purpose, fails its interleaving. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class MistakesIT {

  private static final Path TABLE_OF_MISTAKES = Path.of("../docs/concepts/correctness.md");

  private static final String STEP_MATRIX = "stepMatrixTrial";

  private final Connection connection;

  MistakesIT(Connection connection) {
    this.connection = connection;
  }

  static Stream<String> interleavings() {
    return Arrays.stream(Mistake.values()).map(Mistake::interleaving).distinct();
  }

  @ParameterizedTest
  @MethodSource("interleavings")
  void libraryPassesInterleaving(String interleaving) throws Throwable {
    play(getClass().getClassLoader(), interleaving);
  }

  @ParameterizedTest
  @EnumSource
  void mistakeFailsInterleaving(Mistake mistake) throws Exception {
    assertNoticed(mistake, mistake.interleaving());
  }

  @Test
  void stepMatrixNoticesMistakes() throws Throwable {
    play(getClass().getClassLoader(), STEP_MATRIX);
    assertNoticed(Mistake.TRUST_FALSE, STEP_MATRIX);
  }

  private void assertNoticed(Mistake mistake, String interleaving) throws Exception {
    ClassLoader mistaken = PatchedClasses.of(mistake.changes(), MistakesIT::isShared);
    Throwable noticed = catchThrowable(() -> play(mistaken, interleaving));
    assertThat(noticed).as("%s in %s", mistake, interleaving).isNotNull();
    assertThat(noticed).isInstanceOf(AssertionError.class);
    System.out.printf(
        "Mistake %d, %s: %s%n",
        mistake.number(), mistake, noticed.getMessage().strip().replaceAll("\\s+", " "));
  }

  @Test
  void tableOfMistakesIsComplete() throws IOException {
    List<String> rows = Files.readAllLines(TABLE_OF_MISTAKES);
    for (Mistake mistake : Mistake.values()) {
      assertThat(rows)
          .filteredOn(row -> row.startsWith("| %d |".formatted(mistake.number())))
          .anyMatch(
              row ->
                  row.contains("`" + mistake.name() + "`")
                      && row.contains("`" + mistake.interleaving() + "`"));
    }
  }

  /** Runs an interleaving with the classes of a loader, on a table of its own. */
  private void play(ClassLoader loader, String interleaving) throws Throwable {
    TableName table = TestTables.create(connection, "h", "s");
    Class<?> plays = loader.loadClass(Interleavings.class.getName());
    Method play = plays.getDeclaredMethod("play", Connection.class, TableName.class, String.class);
    play.setAccessible(true);
    try {
      play.invoke(null, connection, table, interleaving);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  /** The network between clients and servers is not part of the changed library. */
  private static boolean isShared(String className) {
    return isOrIsIn(className, DecodedLock.class.getName())
        || className.startsWith(Network.class.getPackageName())
        || className.startsWith(EmbeddedHBase.class.getPackageName());
  }

  private static boolean isOrIsIn(String className, String outer) {
    return className.equals(outer) || className.startsWith(outer + "$");
  }
}
