package io.rowlock.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.OffsetClock;
import io.rowlock.RowlockOptions;
import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.UnsafeTableException;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.TableFlaws;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Existing tables with data become transactional; unsafe tables are refused. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class TransactionAdminIT {

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final EnableOptions WITH_SCAN = EnableOptions.builder().scan(true).build();
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final TableName name = TableName.valueOf("admin-it-" + TABLES.incrementAndGet());
  private Connection connection;
  private TransactionAdmin transactions;

  @BeforeEach
  void connect(Connection connection) {
    this.connection = connection;
    SleptClock clock = new SleptClock();
    this.transactions = new TransactionAdmin(connection, clock, clock);
  }

  private TransactionAdmin withClock(Clock own) {
    return new TransactionAdmin(
        connection, own, duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos()));
  }

  private TableDescriptorBuilder plain() {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
  }

  private void createPlain(TableDescriptorBuilder table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build());
    }
  }

  private void createPlainInRegions(String... splits) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      byte[][] keys = Arrays.stream(splits).map(Bytes::toBytes).toArray(byte[][]::new);
      admin.createTable(plain().build(), keys);
    }
  }

  private void writeRaw(Mutation mutation) throws IOException {
    try (Table table = connection.getTable(name)) {
      if (mutation instanceof Put put) {
        table.put(put);
      } else {
        table.delete((Delete) mutation);
      }
    }
  }

  private static Put put(String row, long timestamp, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, timestamp, Bytes.toBytes(value));
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private Result readRaw(String row) throws IOException {
    try (Table table = connection.getTable(name)) {
      return table.get(new Get(Bytes.toBytes(row)).addFamily(F));
    }
  }

  private TableDescriptor descriptor() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(name);
    }
  }

  private long floor() throws IOException {
    return Floor.of(descriptor()).orElseThrow();
  }

  private void flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
    }
  }

  /** Appends to a row in a transaction, and checks that raw readers see it. */
  private void appendInTransaction(String row, String more) throws IOException {
    RowlockOptions options = RowlockOptions.builder().waitForRollForward(true).build();
    try (TransactionManager manager = TransactionManager.create(connection, options)) {
      String expected =
          manager.call(
              tx -> {
                Table table = tx.table(name);
                byte[] old = table.get(new Get(Bytes.toBytes(row))).getValue(F, Q);
                String value = (old == null ? "" : Bytes.toString(old)) + more;
                table.put(put(row, value));
                return value;
              });
      Result stored = readRaw(row);
      assertThat(Bytes.toString(stored.getValue(F, Q))).isEqualTo(expected).endsWith(more);
      assertThat(stored.rawCells()[0].getTimestamp()).isGreaterThan(floor());
    }
  }

  @Test
  void tableWithDataBecomesTransactional() throws IOException {
    createPlain(plain());
    writeRaw(put("a", "old"));
    transactions.enable(name);
    assertThat(transactions.verify(name)).isEmpty();
    assertThat(floor()).isGreaterThan(readRaw("a").rawCells()[0].getTimestamp());
    assertThat(floor()).isLessThan(System.currentTimeMillis() + Duration.ofMinutes(3).toMillis());
    appendInTransaction("a", "+new");
    appendInTransaction("b", "born");
  }

  @Test
  void lockFamilyHasRequiredSettings() throws IOException {
    createPlain(plain());
    transactions.enable(name);
    ColumnFamilyDescriptor locks = descriptor().getColumnFamily(Bytes.toBytes("_lock"));
    assertThat(locks.getMaxVersions()).isEqualTo(1);
    assertThat(LockFamily.check(locks)).isEmpty();
    assertThat(TableFlaws.of(descriptor())).isEmpty();
  }

  @Test
  void planListsChangesOfEnabling() throws IOException {
    createPlain(plain());
    TableDescriptor before = descriptor();
    EnableOptions rowByRow = EnableOptions.builder().regionCommit(false).build();

    assertThat(plan(EnableOptions.ofDefaults()))
        .containsExactly("COLUMN_FAMILIES", "rowlock.floor", "COPROCESSORS");
    assertThat(plan(rowByRow)).containsExactly("COLUMN_FAMILIES", "rowlock.floor");
    assertThat(descriptor()).isEqualTo(before);

    transactions.enable(name, rowByRow);
    assertThat(plan(rowByRow)).isEmpty();
    assertThat(plan(EnableOptions.ofDefaults())).containsExactly("COPROCESSORS");
    transactions.enable(name);
    assertThat(plan(EnableOptions.ofDefaults())).isEmpty();

    long future = System.currentTimeMillis() + DAY;
    writeRaw(put("loaded", future, "since"));
    assertThat(plan(EnableOptions.ofDefaults())).as("unused").isEmpty();
    assertThat(transactions.planEnable(name, WITH_SCAN, progress -> {}))
        .satisfiesExactly(
            floor -> assertThat(floor.message()).contains(Long.toString(future)),
            wait -> assertThat(wait.message()).contains("waits for 40 minutes"));
    assertThat(floor()).isLessThan(future);
  }

  private List<String> plan(EnableOptions options) throws IOException {
    return transactions.planEnable(name, options, progress -> {}).stream()
        .map(TableChange::setting)
        .toList();
  }

  @Test
  void enablingCountsReopenedRegions() throws IOException {
    createPlainInRegions("h", "p");
    List<ReopenProgress> seen = new ArrayList<>();
    enableWatched(seen);
    assertThat(seen).startsWith(new ReopenProgress(0, 3)).endsWith(new ReopenProgress(3, 3));

    seen.clear();
    enableWatched(seen);
    assertThat(seen).as("nothing to change").isEmpty();
  }

  private void enableWatched(List<ReopenProgress> seen) throws IOException {
    transactions.enable(name, EnableOptions.ofDefaults(), progress -> {}, seen::add);
  }

  @Test
  void scanFindsCellsFromTheFuture() throws IOException {
    createPlain(plain());
    long future = System.currentTimeMillis() + DAY;
    writeRaw(put("a", future, "future"));
    writeRaw(put("b", "now"));
    flush();
    transactions.enable(name, WITH_SCAN);
    assertThat(floor()).isEqualTo(future);
    appendInTransaction("a", "+later");
  }

  @Test
  void scanFindsDeleteMarkersFromTheFuture() throws IOException {
    createPlain(plain());
    long future = System.currentTimeMillis() + DAY;
    writeRaw(new Delete(Bytes.toBytes("column")).addColumns(F, Q, future));
    writeRaw(new Delete(Bytes.toBytes("cell")).addColumn(F, Q, future + 1));
    writeRaw(new Delete(Bytes.toBytes("family")).addFamily(F, future + 2));
    transactions.enable(name, WITH_SCAN);
    assertThat(floor()).isEqualTo(future + 2);
    appendInTransaction("column", "visible");
    appendInTransaction("family", "visible");
  }

  @Test
  void scanReadsEveryRegion() throws IOException {
    createPlainInRegions("h", "p");
    long future = System.currentTimeMillis() + DAY;
    writeRaw(put("a", future + 1, "first region"));
    writeRaw(put("h", future + 2, "second"));
    transactions.enable(name, WITH_SCAN);
    assertThat(floor()).isEqualTo(future + 2);
    writeRaw(put("z", future + 3, "last"));
    transactions.enable(name, WITH_SCAN);
    assertThat(floor()).isEqualTo(future + 3);
  }

  @Test
  void scanFindsVersionsBelowTheNewest() throws IOException {
    createPlain(plain());
    long future = System.currentTimeMillis() + DAY;
    writeRaw(put("a", future, "hidden"));
    flush();
    writeRaw(new Delete(Bytes.toBytes("a")).addColumns(F, Q, future));
    transactions.enable(name, WITH_SCAN);
    assertThat(floor()).isEqualTo(future);
  }

  @Test
  void enablingAgainChangesNothing() throws IOException {
    createPlain(plain());
    transactions.enable(name);
    TableDescriptor first = descriptor();
    transactions.enable(name);
    transactions.enable(name, WITH_SCAN);
    assertThat(descriptor()).isEqualTo(first);
  }

  @Test
  void enablingAgainRaisesTheFloorButNeverLowersIt() throws IOException {
    createPlain(plain());
    transactions.enable(name);
    long future = System.currentTimeMillis() + DAY;
    writeRaw(put("loaded", future, "since"));
    transactions.enable(name, WITH_SCAN);
    assertThat(floor()).isEqualTo(future);
    transactions.enable(name);
    assertThat(floor()).isEqualTo(future);
  }

  @Test
  void enablingSetsMissingFloor() throws IOException {
    createPlain(plain().setColumnFamily(LockFamily.describe()));
    assertThat(transactions.verify(name))
        .extracting(TableFinding::setting)
        .containsExactly("rowlock.floor");
    transactions.enable(name);
    assertThat(transactions.verify(name)).isEmpty();
  }

  @Test
  void enablingRefusesTimestampNearEndOfTime() throws IOException {
    createPlain(plain());
    writeRaw(put("a", Long.MAX_VALUE - 2, "end of time"));
    assertThatThrownBy(() -> transactions.planEnable(name, WITH_SCAN, progress -> {}))
        .isInstanceOf(UnsafeTableException.class);
    assertThatThrownBy(() -> transactions.enable(name, WITH_SCAN))
        .isInstanceOf(UnsafeTableException.class)
        .hasMessageContaining(name.getNameAsString())
        .hasMessageContaining("timestamp " + (Long.MAX_VALUE - 2));
    assertThat(TableRules.lockFamily(descriptor())).isNull();
  }

  @Test
  void enablingRefusesUnsafeTables() throws IOException {
    createPlain(
        plain()
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(LockFamily.describe())
                    .setTimeToLive(60)
                    .build())
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("g"))
                    .setNewVersionBehavior(true)
                    .build()));
    TableDescriptor before = descriptor();
    assertThatThrownBy(() -> transactions.enable(name))
        .isInstanceOf(UnsafeTableException.class)
        .hasMessageContaining("TTL => 60")
        .hasMessageContaining("family 'g' has NEW_VERSION_BEHAVIOR");
    assertThat(descriptor()).isEqualTo(before);
    assertThat(transactions.verify(name)).filteredOn(TableFinding::isError).hasSize(3);
  }

  @Test
  void enablingRefusesSystemTables() {
    assertThatThrownBy(() -> transactions.enable(TableName.META_TABLE_NAME))
        .hasMessageContaining("hbase:meta");
  }

  @Test
  void errorNamesMissingTable() {
    assertThatThrownBy(() -> transactions.enable(name))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining(name.getNameAsString());
    assertThatThrownBy(() -> transactions.verify(name)).isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void planWarnsOfWeakDurability() throws IOException {
    createPlain(plain().setDurability(Durability.ASYNC_WAL));
    transactions.enable(name);
    assertThat(transactions.verify(name))
        .singleElement()
        .matches(finding -> !finding.isError())
        .extracting(TableFinding::setting)
        .isEqualTo("DURABILITY");
  }

  @Test
  void newTableIsTransactional() throws IOException {
    byte[][] splits = {Bytes.toBytes("h"), Bytes.toBytes("p")};
    transactions.createTable(plain().build(), splits);
    assertThat(transactions.verify(name)).isEmpty();
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.getRegions(name)).hasSize(3);
    }
    appendInTransaction("a", "1");
  }

  @Test
  void createTableRefusesUnsafeTable() throws IOException {
    TableDescriptor unsafe =
        plain()
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(LockFamily.describe())
                    .setMaxVersions(2)
                    .build())
            .build();
    assertThatThrownBy(() -> transactions.createTable(unsafe))
        .isInstanceOf(UnsafeTableException.class);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.tableExists(name)).isFalse();
    }
  }

  @Test
  void adminRefusesWrongClock() throws IOException {
    createPlain(plain());
    TransactionAdmin skewed = withClock(new OffsetClock(Duration.ofMinutes(-11)));
    assertThatThrownBy(() -> skewed.enable(name)).hasMessageContaining("behind");
    assertThat(TableRules.lockFamily(descriptor())).isNull();
  }

  @Test
  void slowClockDoesNotLowerFloor() throws IOException {
    createPlain(plain());
    writeRaw(put("a", "now"));
    withClock(new OffsetClock(Duration.ofMinutes(-9))).enable(name);
    assertThat(floor()).isGreaterThan(readRaw("a").rawCells()[0].getTimestamp());
  }
}
