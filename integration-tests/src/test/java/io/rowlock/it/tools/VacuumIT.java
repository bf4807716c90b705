package io.rowlock.it.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TestManagers;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.RawCells;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.VacuumFiles;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A vacuum removes the locks of deleted rows in two passes, and no others. A client with a slow
 * clock runs the past day, and the time of the first pass is moved there, too.
 */
@Tag("compatibility")
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class VacuumIT {

  private final Connection connection;
  private final Configuration configuration;

  @TempDir private Path directory;
  private Path file;
  private TableName table;
  private TransactionManager yesterday;

  VacuumIT(Configuration configuration, Connection connection) {
    this.connection = connection;
    this.configuration = configuration;
  }

  @BeforeEach
  void startYesterday() throws IOException {
    file = directory.resolve("notes.json");
    table = TestTables.create(connection, "m");
    lowerTheFloor();
    yesterday = TestManagers.withClockOffBy(connection, VacuumFiles.AGE.negated());
  }

  @AfterEach
  void close() {
    yesterday.close();
  }

  /** The table was enabled long ago. */
  private void lowerTheFloor() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor now = admin.getDescriptor(table);
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(now).setValue("rowlock.floor", "1").build());
    }
  }

  private void writeAndDelete(TransactionManager transactions, String... rows) throws IOException {
    for (String row : rows) {
      transactions.run(tx -> tx.table(table).put(Rows.put(row, "value")));
      transactions.run(tx -> tx.table(table).delete(Rows.delete(row)));
    }
  }

  private CommandRun note() throws Exception {
    return run("vacuum", "mark", table.getNameAsString(), file.toString(), "--json");
  }

  private CommandRun delete(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("vacuum", "sweep"));
    arguments.addAll(List.of(file.toString(), "--json"));
    arguments.addAll(List.of(options));
    return run(arguments.toArray(String[]::new));
  }

  private CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(configuration, arguments);
  }

  private static long count(CommandRun run, String what) {
    assertThat(run.json()).as(run.err()).hasSize(1);
    JsonObject report = run.json().get(0);
    return report.get(what).getAsLong();
  }

  @Test
  void vacuumRemovesOnlyUnchangedLocks() throws Exception {
    writeAndDelete(yesterday, "a", "b", "data", "fence", "n", "written");
    yesterday.run(tx -> tx.table(table).put(Rows.put("living", "value")));
    yesterday.drain();
    CommandRun note = note();
    assertThat(count(note, "marked")).isEqualTo(6);
    assertThat(Files.readString(file)).doesNotContain("living");

    CommandRun early = delete();
    assertThat(early.status()).isEqualTo(2);
    assertThat(early.err()).contains("Too early", "horizon PT24H").hasLineCount(1);
    VacuumFiles.age(file);
    writeAndDelete(yesterday, "written");
    yesterday.drain();
    leaveAFence("fence");
    try (Table raw = connection.getTable(table)) {
      raw.put(Rows.put("data", "past the library"));
    }
    List<String> before = RawCells.of(connection, table);
    CommandRun dryRun = delete("--dry-run");
    assertThat(count(dryRun, "deleted")).isEqualTo(3);
    assertThat(RawCells.of(connection, table)).isEqualTo(before);

    CommandRun delete = delete();

    assertThat(delete.status()).isZero();
    assertThat(count(delete, "deleted")).isEqualTo(3);
    assertThat(count(delete, "withData")).isEqualTo(1);
    assertThat(count(delete, "changed")).isEqualTo(2);
    assertThat(Locks.all(connection, table)).containsOnlyKeys("data", "fence", "living", "written");
    CommandRun again = delete();
    assertThat(count(again, "deleted")).isZero();
    assertThat(count(again, "gone")).isEqualTo(3);
    assertUsable("a", "living");
  }

  /** Leaves the lock of a reader's roll-back, which named the row as its primary. */
  private void leaveAFence(String row) throws Exception {
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      DeadClient.leaveLocks(
          configuration,
          2,
          tx -> {
            tx.table(table).get(Rows.get(row));
            tx.table(table).put(Rows.put(row, "lost"));
            tx.table(table).put(Rows.put("written", "lost"));
          });
      tools.resolve(LockRange.of(table), result -> {});
    }
  }

  private void assertUsable(String... rows) throws IOException {
    try (TransactionManager today = TransactionManager.create(connection);
        Table raw = connection.getTable(table)) {
      for (String row : rows) {
        today.run(tx -> tx.table(table).put(Rows.put(row, "today")));
        assertThat(Rows.text(raw, row)).isEqualTo("today");
      }
    }
  }

  @Test
  void vacuumKeepsYoungLockWithOldMark() throws Exception {
    try (TransactionManager today = TransactionManager.create(connection)) {
      writeAndDelete(today, "a");
    }
    note();
    VacuumFiles.age(file);

    assertThat(count(delete(), "tooNew")).isEqualTo(1);
    assertThat(Locks.all(connection, table)).containsOnlyKeys("a");
  }

  @Test
  void interruptedFirstPassCanBeRepeated() throws Exception {
    writeAndDelete(yesterday, "a", "n");
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      assertThatThrownBy(
              () ->
                  tools.markForVacuum(
                      LockRange.of(table),
                      file,
                      progress -> {
                        if (progress.regionsDone() == 1) {
                          throw new IllegalStateException("broken off");
                        }
                      }))
          .hasMessage("broken off");
    }
    assertThat(file).doesNotExist();

    assertThat(count(note(), "marked")).isEqualTo(2);
    CommandRun twice = note();
    assertThat(twice.status()).isEqualTo(2);
    assertThat(twice.err()).contains("it is not overwritten").hasLineCount(1);
  }

  @Test
  void interruptedSecondPassCanBeRepeated() throws Exception {
    for (int row = 100; row < 250; row++) {
      writeAndDelete(yesterday, "row" + row);
    }
    note();
    VacuumFiles.age(file);
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      assertThatThrownBy(
              () ->
                  tools.sweep(
                      file,
                      LockTools.DEFAULT_HORIZON,
                      false,
                      progress -> {
                        throw new IllegalStateException("broken off");
                      }))
          .hasMessage("broken off");
      assertThat(Locks.all(connection, table)).hasSize(50);
    }

    CommandRun again = delete();

    assertThat(count(again, "gone")).isEqualTo(100);
    assertThat(count(again, "deleted")).isEqualTo(50);
    assertThat(Locks.all(connection, table)).isEmpty();
  }

  @Test
  void vacuumRefusesShortHorizon() throws Exception {
    note();
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      assertThatThrownBy(() -> tools.sweep(file, Duration.ofMinutes(59)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least PT1H");
    }
  }
}
