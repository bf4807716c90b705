package io.rowlock.it.recovery;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.HostileLocks;
import io.rowlock.internal.protocol.lock.HostileLocks.Hostile;
import io.rowlock.internal.protocol.lock.HostileLocks.Kind;
import io.rowlock.internal.protocol.lock.HostileLocks.Places;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Ten thousand lock cells that Rowlock never wrote are among healthy rows. Several clients read,
 * scan, write, increment and delete all rows: each call ends soon with a result or a declared
 * failure, and no healthy row changes.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class HostileLocksIT {

  private static final int LOCKS = Integer.getInteger("rowlock.hostile.locks", 10_000);
  private static final long SEED = Long.getLong("rowlock.seed", 11);
  private static final int HEALTHY = 100;
  private static final int CLIENTS = 8;
  private static final int ROUNDS = 2;
  private static final Duration LEASE = Duration.ofMillis(400);

  /** A wait consists of a few polls, each of at most 17 locks in a chain. */
  private static final long MOST_RPCS = 400;

  private static final Duration SOON = Duration.ofSeconds(5);

  private final Connection connection;
  private final TableName table;
  private final TableName other;
  private final TableName plain;
  private final TableName disabled;
  private final List<Hostile> hostile = new ArrayList<>();
  private final Map<Kind, Map<String, Integer>> outcomes = new EnumMap<>(Kind.class);
  private int lastRow;
  private long mostRpcs;
  private long longestMillis;

  HostileLocksIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection, "000003000", "000007000");
    other = TestTables.create(connection);
    disabled = TestTables.create(connection);
    TableDescriptor withoutLocks = TestTables.describe().build();
    plain = withoutLocks.getTableName();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(withoutLocks);
      admin.disableTable(disabled);
    }
  }

  @Test
  void hostileLocksDoNotChangeHealthyRows() throws Exception {
    try (TransactionManager owner = client()) {
      fill(owner);
      List<StoredRow> before = healthyRows();
      plant(before);
      Crew.runAll(CLIENTS, this::touchShare);
      outcomes.forEach((kind, counts) -> System.out.printf("%-30s %s%n", kind, counts));
      System.out.printf(
          "%s: %d hostile locks, seed %d; at most %d RPCs and %d ms for one call%n",
          getClass().getSimpleName(), hostile.size(), SEED, mostRpcs, longestMillis);

      assertUnharmed(before, healthyRows());
      assertThat(outcomes).hasSameSizeAs(Kind.values());
      fill(owner);
      assertThat(healthyRows()).hasSize(2 * HEALTHY);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.deleteTable(disabled);
    }
  }

  private TransactionManager client() throws IOException {
    return TransactionManager.create(
        connection, RowlockOptions.builder().lease(LEASE).lockWait(Duration.ofMillis(20)).build());
  }

  /** Writes all healthy rows in pairs: one among the hostile rows, one in a table of its own. */
  private void fill(TransactionManager client) throws IOException {
    for (int i = 0; i < HEALTHY; i++) {
      String row = healthy(i);
      client.run(
          tx -> {
            long old = Rows.number(tx.table(table), row) + Rows.number(tx.table(other), row);
            tx.table(table).put(Rows.put(row, old + 1));
            tx.table(other).put(Rows.put(row, old + 1));
          });
    }
    client.drain();
  }

  private static String healthy(int i) {
    return "%09d-healthy".formatted(i * 100);
  }

  private List<StoredRow> healthyRows() throws IOException {
    List<StoredRow> rows = new ArrayList<>();
    for (TableName name : List.of(table, other)) {
      try (Table raw = connection.getTable(name)) {
        for (int i = 0; i < HEALTHY; i++) {
          rows.add(stored(new RowKey(name, Rows.bytes(healthy(i))), raw.get(Rows.get(healthy(i)))));
        }
      }
    }
    return rows;
  }

  private static StoredRow stored(RowKey key, Result result) {
    Cell lock = result.getColumnLatestCell(LockColumn.family(), LockColumn.qualifier());
    List<Cell> data =
        Arrays.stream(result.rawCells())
            .filter(cell -> !CellUtil.matchingFamily(cell, LockColumn.family()))
            .toList();
    return new StoredRow(key, data, new StoredLock(CellUtil.cloneValue(lock), lock.getTimestamp()));
  }

  private void plant(List<StoredRow> healthy) throws IOException {
    HostileLocks locks =
        new HostileLocks(
            new SplittableRandom(SEED),
            new Places(table, TableName.valueOf("nowhere"), plain, disabled, healthy),
            System.currentTimeMillis(),
            () -> Rows.bytes("%09d".formatted(++lastRow)));
    while (hostile.size() < LOCKS) {
      for (Kind kind : Kind.values()) {
        hostile.addAll(locks.next(kind));
      }
    }
    List<Put> puts = new ArrayList<>();
    for (Hostile lock : hostile) {
      puts.add(
          new Put(lock.row().row())
              .addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes()));
    }
    try (Table raw = connection.getTable(table)) {
      raw.put(puts);
    }
  }

  /** Each thread is a separate client, so its counters show the cost of one call. */
  private void touchShare(int thread) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED + thread);
    try (TransactionManager client = client()) {
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = thread; i < hostile.size(); i += CLIENTS) {
          touch(client, hostile.get(i), random);
        }
      }
    }
  }

  private void touch(TransactionManager client, Hostile lock, SplittableRandom random)
      throws IOException {
    String row = Bytes.toString(lock.row().row());
    long rpcs = client.counters().rpcsForeground();
    long start = System.nanoTime();
    String outcome = "done";
    try (Transaction tx = client.begin()) {
      use(tx.table(table), row, random.nextInt(6));
      tx.commit();
    } catch (NotCommittedException declared) {
      outcome = declared.getClass().getSimpleName();
      assertTells(declared, lock);
    }
    long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
    note(lock.kind(), outcome, client.counters().rpcsForeground() - rpcs, millis);
  }

  private static void use(Table rows, String row, int how) throws IOException {
    switch (how) {
      case 0 -> {
        String unused = Rows.text(rows, row);
      }
      case 1 -> {
        List<Result> unused = Rows.scan(rows, Rows.range(row, row + "0"));
      }
      case 2 -> rows.put(Rows.put(row, "new"));
      case 3 -> {
        Result unused = rows.increment(new Increment(Rows.bytes(row)).addColumn(F, F, 1));
      }
      case 4 -> rows.delete(Rows.delete(row));
      default -> rows.put(Rows.put(row, Rows.text(rows, row) + "+"));
    }
  }

  /** A conflict may name another row: one in a chain, or the primary. */
  private void assertTells(RowlockException declared, Hostile lock) {
    assertThat(declared.table()).as("table of %s", declared).isPresent();
    assertThat(declared.row()).as("row of %s", declared).isPresent();
    assertThat(declared).hasMessageContaining("row '").hasMessageContaining("of table '");
    if (!(declared instanceof ConflictException)) {
      String message = declared.getMessage();
      assertThat(message.contains("discard") || message.contains("enable it"))
          .as("a remedy for %s in: %s", lock.kind(), message)
          .isTrue();
    }
  }

  private synchronized void note(Kind kind, String outcome, long rpcs, long millis) {
    outcomes.computeIfAbsent(kind, any -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    mostRpcs = Math.max(mostRpcs, rpcs);
    longestMillis = Math.max(longestMillis, millis);
    assertThat(rpcs).as("RPCs for %s", kind).isLessThan(MOST_RPCS);
    assertThat(millis).as("ms for %s", kind).isLessThan(SOON.toMillis());
  }

  private static void assertUnharmed(List<StoredRow> before, List<StoredRow> now) {
    for (int i = 0; i < before.size(); i++) {
      assertThat(HostileLocks.isUnharmed(before.get(i), now.get(i)))
          .as("%s is as before", before.get(i).key())
          .isTrue();
    }
  }
}
