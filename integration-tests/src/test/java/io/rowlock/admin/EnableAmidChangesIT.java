package io.rowlock.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.internal.admin.Floor;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Other clients alter and use a table while it is enabled; enabling is interrupted and repeated.
 */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class EnableAmidChangesIT {

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] LATE = Bytes.toBytes("late");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final EnableOptions WITH_SCAN = EnableOptions.builder().scan(true).build();
  private static final EnableOptions ROW_BY_ROW =
      EnableOptions.builder().scan(true).regionCommit(false).build();
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final TableName name = TableName.valueOf("amid-it-" + TABLES.incrementAndGet());
  private final SleptClock clock = new SleptClock();
  private Connection connection;
  private TransactionAdmin transactions;

  @BeforeEach
  void createTable(Connection connection) throws IOException {
    this.connection = connection;
    this.transactions = new TransactionAdmin(connection, clock, clock);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
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

  private void put(byte[] family, long timestamp) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(new Put(ROW).addColumn(family, ROW, timestamp, ROW));
    }
  }

  /** An action that may throw any exception. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private static void unchecked(Step step) {
    try {
      step.run();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private void addFamilyWithData() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.addColumnFamily(name, ColumnFamilyDescriptorBuilder.of(LATE));
    }
    put(LATE, 1);
  }

  @Test
  void enablingKeepsFamilyAddedDuringScan() throws IOException {
    enableAddingAFamily(WITH_SCAN);
  }

  @Test
  void enablingWithoutRegionCommitKeepsFamilyAddedDuringScan() throws IOException {
    enableAddingAFamily(ROW_BY_ROW);
  }

  private void enableAddingAFamily(EnableOptions options) throws IOException {
    AtomicBoolean added = new AtomicBoolean();
    transactions.enable(
        name,
        options,
        progress -> {
          if (added.compareAndSet(false, true)) {
            unchecked(this::addFamilyWithData);
          }
        },
        progress -> {});

    assertThat(descriptor().hasColumnFamily(LATE)).isTrue();
    try (Table table = connection.getTable(name)) {
      assertThat(table.get(new Get(ROW)).getValue(LATE, ROW)).isEqualTo(ROW);
    }
    assertThat(transactions.verify(name)).isEmpty();
  }

  @Test
  void concurrentEnablingDoesNotLowerFloor() throws IOException {
    long future = System.currentTimeMillis() + DAY;
    AtomicBoolean enabled = new AtomicBoolean();
    transactions.enable(
        name,
        WITH_SCAN,
        progress -> {
          if (enabled.compareAndSet(false, true)) {
            unchecked(
                () -> {
                  put(F, future);
                  transactions.enable(name, WITH_SCAN);
                });
          }
        },
        progress -> {});

    assertThat(floor()).isEqualTo(future);
  }

  @Test
  void enablingWaitsUntilEveryClientKnowsHigherFloor() throws IOException {
    transactions.enable(name);
    assertThat(clock.slept()).isZero();
    long future = System.currentTimeMillis() + DAY;
    put(F, future);

    List<WaitProgress> waited = new ArrayList<>();
    transactions.enable(name, WITH_SCAN, progress -> {}, progress -> {}, waited::add);

    assertThat(floor()).isEqualTo(future);
    assertThat(clock.slept()).isBetween(Duration.ofMinutes(40), Duration.ofMinutes(41));
    assertThat(waited).hasSizeGreaterThan(600);
    assertThat(waited.get(waited.size() - 1).waited()).isEqualTo(Duration.ofMinutes(40));
    assertThat(transactions.verify(name)).isEmpty();
  }

  @Test
  void interruptedWaitStartsAgain() throws IOException {
    transactions.enable(name);
    put(F, System.currentTimeMillis() + DAY);
    clock.interruptAfter(Duration.ofMinutes(10));
    assertThatThrownBy(() -> transactions.enable(name, WITH_SCAN))
        .hasMessageContaining("enable the table again");
    assertThat(Thread.interrupted()).isTrue();
    Duration before = clock.slept();
    assertThat(transactions.verify(name))
        .extracting(TableFinding::setting)
        .containsExactly("rowlock.floor.raised");
    assertThat(transactions.planEnable(name, EnableOptions.ofDefaults(), progress -> {}))
        .extracting(TableChange::setting)
        .containsExactly("rowlock.floor.raised");

    transactions.enable(name);

    assertThat(clock.slept().minus(before)).isGreaterThanOrEqualTo(Duration.ofMinutes(40));
    assertThat(transactions.verify(name)).isEmpty();
  }

  /** Interrupts the wait for the regions; whether HBase continues is unknown. */
  @Test
  void interruptedEnablingCanBeRepeated() throws IOException {
    assertThatThrownBy(
            () ->
                transactions.enable(
                    name, EnableOptions.ofDefaults(), progress -> {}, new BrokenOff(2)::accept))
        .hasMessage("broken off");
    assertRefused();
    long before = System.currentTimeMillis();

    List<ReopenProgress> seen = new ArrayList<>();
    transactions.enable(name, EnableOptions.ofDefaults(), progress -> {}, seen::add);

    assertThat(seen).as("the regions are waited for").endsWith(new ReopenProgress(1, 1));
    assertThat(floor()).as("above what was written meanwhile").isGreaterThan(before + 30_000);
    assertThat(transactions.verify(name)).isEmpty();
  }

  private void assertRefused() throws IOException {
    try (TransactionManager manager = TransactionManager.create(connection)) {
      assertThatThrownBy(
              () -> manager.run(tx -> tx.table(name).put(new Put(ROW).addColumn(F, ROW, ROW))))
          .hasMessageContaining(name.getNameAsString())
          .hasMessageContaining("enable");
    }
  }

  /** Throws an exception at one of the calls. */
  private static final class BrokenOff {

    private int left;

    private BrokenOff(int call) {
      left = call;
    }

    private void accept(ReopenProgress progress) {
      if (--left == 0) {
        throw new IllegalStateException("broken off");
      }
    }
  }

  /** A cell of hbase:meta may have a timestamp from a time when the master's clock was wrong. */
  @Test
  void enablingIgnoresTimestampsOfMaster() throws IOException {
    try (Admin admin = connection.getAdmin();
        Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
      RegionInfo region = admin.getRegions(name).get(0);
      byte[] column = Bytes.toBytes("x");
      meta.put(
          new Put(region.getRegionName())
              .addColumn(
                  HConstants.CATALOG_FAMILY,
                  column,
                  System.currentTimeMillis() + 365 * DAY,
                  column));
    }

    transactions.enable(name);

    assertThat(floor()).isLessThan(System.currentTimeMillis() + DAY);
  }
}
