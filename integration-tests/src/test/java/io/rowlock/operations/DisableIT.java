package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.UnsafeTableException;
import io.rowlock.admin.TableChange;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.operations.Progress.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Transactional tables become plain ones. The wait for clients takes little time here. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class DisableIT {

  private static final long DAY = Duration.ofDays(1).toMillis();

  private final Configuration configuration;
  private final Connection connection;
  private final PacedClock clock = new PacedClock(200);
  private final TransactionAdmin transactions;
  private final RowlockOperations operations;
  private TableName table;

  DisableIT(Configuration configuration, Connection connection) {
    this.configuration = configuration;
    this.connection = connection;
    transactions = TransactionAdmin.create(connection);
    operations = RowlockOperations.create(connection, clock, clock);
  }

  @BeforeEach
  void createTable() throws IOException {
    TestTables.dropOffline(connection);
    table = TestTables.create(connection, "m");
  }

  private TableDescriptor descriptor(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(name);
    }
  }

  private void assertIsPlain() throws IOException {
    assertThat(Transactional.isPlain(descriptor(table))).isTrue();
    assertThat(descriptor(table).hasCoprocessor(Transactional.ENDPOINT)).isFalse();
  }

  private void write(TableName name, String row, String value) throws IOException {
    RowlockOptions options = RowlockOptions.builder().waitForRollForward(true).build();
    try (TransactionManager manager = TransactionManager.create(connection, options)) {
      manager.run(tx -> tx.table(name).put(Rows.put(row, value)));
    }
  }

  private String raw(TableName name, String row) throws IOException {
    try (Table raw = connection.getTable(name)) {
      return Rows.text(raw, row);
    }
  }

  private void writeRaw(Put put) throws IOException {
    try (Table raw = connection.getTable(table)) {
      raw.put(put);
    }
  }

  private void disable(Death death) throws IOException {
    operations.disable(table, DisableOptions.ofDefaults(), death::accept);
  }

  /** Breaks off at a step, as if the process was killed there. */
  private static final class Death {

    private final Step fatal;
    private int spared;

    private Death(Step fatal, int spared) {
      this.fatal = fatal;
      this.spared = spared;
    }

    private void accept(Progress now) {
      if (now.step() == fatal && --spared < 0) {
        throw new IllegalStateException("killed at " + now);
      }
    }
  }

  private void dieAt(Step step, int spared) {
    assertThatThrownBy(() -> disable(new Death(step, spared))).hasMessageContaining("killed at");
  }

  @Tag("verify-all")
  @Test
  void plainWritesAreVisibleAndTransactionsRefused() throws IOException {
    write(table, "a", "old");
    write(table, "z", "old");
    long begin = System.nanoTime() + clock.slept().toNanos();

    operations.disable(table);

    assertThat(clock.slept().plusNanos(System.nanoTime() - begin))
        .as("slept, and worked")
        .isGreaterThanOrEqualTo(Duration.ofMinutes(40));
    assertIsPlain();
    assertThat(raw(table, "z")).isEqualTo("old");
    writeRaw(Rows.put("a", "new"));
    assertThat(raw(table, "a")).isEqualTo("new");
    assertThatThrownBy(() -> write(table, "a", "no"))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("has no locks");
    operations.disable(table);

    transactions.enable(table);
    write(table, "a", "newer");
    assertThat(raw(table, "a")).isEqualTo("newer");
  }

  @Test
  void dryRunChangesNothing() throws Exception {
    TableName other = TestTables.create(connection);
    DeadClient.leaveLocks(
        configuration,
        2,
        tx -> {
          tx.table(table).put(Rows.put("a", "lost"));
          tx.table(other).put(Rows.put("b", "lost"));
        });
    TableDescriptor before = descriptor(table);

    DisablePlan plan = plan(DisableOptions.ofDefaults());

    assertThat(plan.obstacles()).isEmpty();
    assertThat(plan.changes())
        .extracting(TableChange::setting)
        .containsExactly(
            "rowlock.disabling", "LOCKS", "COLUMN_FAMILIES", "rowlock.floor", "COPROCESSORS");
    assertThat(plan.changes().get(0).message()).contains("40 minutes");
    assertThat(plan.changes().get(1).message()).endsWith("1 now");
    assertThat(plan(DisableOptions.builder().clientsStopped(true).build()).changes().get(0))
        .asString()
        .contains("2 minutes");
    assertThat(descriptor(table)).isEqualTo(before);
    assertThat(
            Locks.unsettled(connection, table).size() + Locks.unsettled(connection, other).size())
        .isEqualTo(1);
    assertThat(plan(TestTables.createPlain(connection), DisableOptions.ofDefaults()).changes())
        .isEmpty();
  }

  private DisablePlan plan(DisableOptions options) throws IOException {
    return plan(table, options);
  }

  private DisablePlan plan(TableName name, DisableOptions options) throws IOException {
    EnumSet<Step> steps = EnumSet.noneOf(Step.class);
    DisablePlan plan = operations.planDisable(name, options, now -> steps.add(now.step()));
    assertThat(steps).isSubsetOf(Step.SCANNING, Step.COUNTING);
    return plan;
  }

  @Tag("verify-all")
  @Test
  void disablingThatWasKilledAnywhereIsRepeated() throws IOException {
    write(table, "a", "old");
    dieAt(Step.SCANNING, 0);
    dieAt(Step.SETTLING, 0);
    write(table, "a", "still transactional");

    dieAt(Step.REOPENING, 0);
    dieAt(Step.WAITING_FOR_CLIENTS, 600);
    assertThat(transactions.verify(table))
        .extracting(TableFinding::setting)
        .containsExactly("rowlock.disabling");
    assertThatThrownBy(() -> transactions.enable(table)).isInstanceOf(UnsafeTableException.class);
    assertThatThrownBy(() -> write(table, "a", "no"))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("being disabled");
    dieAt(Step.SETTLING, 0);
    long soon = System.currentTimeMillis() + Duration.ofMinutes(1).toMillis();
    writeRaw(new Put(Rows.bytes("b")).addColumn(TestTables.F, Rows.V, soon, Rows.V));
    dieAt(Step.WAITING_FOR_CLOCKS, 1);
    dieAt(Step.REOPENING, 1);

    operations.disable(table);
    assertIsPlain();
    assertThat(raw(table, "a")).isEqualTo("still transactional");
    transactions.enable(table);
    write(table, "a", "new");
  }

  /** Without the lock family no client could decide or finish their transactions. */
  @Tag("verify-all")
  @Test
  void locksOfOtherTablesThatNameTheTableAreSettled() throws Exception {
    TableName other = TestTables.create(connection, "m");
    leaveLocks(table, other, LockWrite.COMMIT_POINT, "undecided here");
    leaveLocks(other, table, LockWrite.COMMIT_POINT, "undecided there");
    leaveLocks(table, other, LockWrite.SETTLING, "committed here");
    leaveLocks(other, table, LockWrite.SETTLING, "committed there");
    assertThat(Locks.unsettled(connection, table))
        .containsOnlyKeys("undecided there", "committed here", "committed there");
    assertThat(Locks.unsettled(connection, other))
        .containsOnlyKeys("undecided here", "committed here", "committed there");

    operations.disable(table);

    assertThat(Locks.unsettled(connection, other)).isEmpty();
    assertThat(raw(table, "undecided here")).isNull();
    assertThat(raw(other, "undecided here")).isEqualTo("old");
    assertThat(raw(other, "undecided there")).isNull();
    assertThat(raw(table, "undecided there")).isEqualTo("old");
    for (String row : List.of("committed here", "committed there")) {
      assertThat(raw(table, row)).isEqualTo("new");
      assertThat(raw(other, row)).isEqualTo("new");
    }
  }

  /** A row that a transaction creates is its primary. */
  private void leaveLocks(
      TableName primary, TableName secondary, Predicate<LockWrite> last, String row)
      throws Exception {
    write(secondary, row, "old");
    DeadClient.leaveLocks(
        configuration,
        last,
        tx -> {
          tx.table(primary).put(Rows.put(row, "new"));
          tx.table(secondary).put(Rows.put(row, "new"));
        });
  }

  @Tag("verify-all")
  @Test
  void timestampsFromTheFutureAreRefusedUnlessAccepted() throws IOException {
    long future = System.currentTimeMillis() + DAY;
    writeRaw(new Put(Rows.bytes("future")).addColumn(TestTables.F, Rows.V, future, Rows.V));
    TableDescriptor before = descriptor(table);

    assertThat(plan(DisableOptions.ofDefaults()).obstacles())
        .extracting(TableFinding::setting)
        .containsExactly("TIMESTAMP");
    assertThatThrownBy(() -> operations.disable(table))
        .hasMessageContainingAll(
            table.getNameAsString(),
            "nothing was done",
            "'future'",
            Long.toString(future),
            "--accept-hidden-writes");
    assertThat(descriptor(table)).isEqualTo(before);

    DisableOptions accepting = DisableOptions.builder().acceptHiddenWrites(true).build();
    assertThat(plan(accepting).obstacles()).isEmpty();
    operations.disable(table, accepting, progress -> {});
    assertIsPlain();
  }

  /** Its locks cannot be read, and one may name a row of the table. */
  @Test
  void offlineTableIsInTheWay() throws IOException {
    TableName other = TestTables.create(connection);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(other);
      TableDescriptor before = descriptor(table);

      assertThat(plan(DisableOptions.ofDefaults()).obstacles())
          .extracting(TableFinding::setting)
          .containsExactly("LOCKS");
      assertThatThrownBy(() -> operations.disable(table))
          .hasMessageContainingAll(
              table.getNameAsString(), other.getNameAsString(), "offline", "nothing was done");
      assertThat(descriptor(table)).isEqualTo(before);
    }
  }

  @Test
  void lockThatNoClientCanSettleIsRefused() throws IOException {
    writeRaw(
        new Put(Rows.bytes("c"))
            .addColumn(LockColumn.family(), LockColumn.qualifier(), Rows.bytes("nonsense")));
    TableDescriptor before = descriptor(table);

    assertThat(plan(DisableOptions.ofDefaults()).obstacles())
        .extracting(TableFinding::setting)
        .containsExactly("LOCKS");
    assertThatThrownBy(() -> operations.disable(table))
        .hasMessageContainingAll(table.getNameAsString(), "'c'", "nothing was done");
    assertThat(descriptor(table)).isEqualTo(before);
  }

  @Tag("verify-all")
  @Test
  void markThatIsRemovedDuringTheWaitIsNoticed() throws IOException {
    assertThatThrownBy(
            () ->
                operations.disable(
                    table,
                    DisableOptions.ofDefaults(),
                    now -> {
                      if (now.step() == Step.WAITING_FOR_CLIENTS && now.done() == 600) {
                        reopenByHand();
                      }
                    }))
        .hasMessageContainingAll(table.getNameAsString(), "altered by another", "disable it again");
    assertThat(descriptor(table).hasColumnFamily(LockColumn.family())).isTrue();
  }

  private void reopenByHand() {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(descriptor(table))
              .removeValue(Rows.bytes("rowlock.disabling"))
              .build());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void endpointOfTheOwnerStays() throws IOException {
    TableDescriptor own = TestTables.describe().setCoprocessor(Transactional.ENDPOINT).build();
    table = own.getTableName();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(own);
    }
    TableDescriptor before = descriptor(table);
    transactions.enable(table);

    assertThat(plan(DisableOptions.ofDefaults()).changes()).last().asString().contains("keeps");
    operations.disable(table);

    assertThat(descriptor(table)).isEqualTo(before);
  }

  @Test
  void errorNamesMissingTable() {
    TableName missing = TableName.valueOf("missing");
    assertThatThrownBy(() -> operations.disable(missing))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("missing");
    assertThatThrownBy(() -> plan(missing, DisableOptions.ofDefaults()))
        .isInstanceOf(TableNotFoundException.class);
  }
}
