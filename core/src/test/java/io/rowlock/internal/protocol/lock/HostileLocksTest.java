package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.HostileLocks.Hostile;
import io.rowlock.internal.protocol.lock.HostileLocks.Places;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Many thousands of lock cells that Rowlock never wrote, among correct rows: every client that
 * meets them gets an answer of the declared kinds, soon, and no other row is harmed.
 */
class HostileLocksTest {

  private static final int LOCKS = Integer.getInteger("rowlock.hostile.locks", 10_000);
  private static final long SEED = Long.getLong("rowlock.seed", 7);
  private static final int HEALTHY = 200;
  private static final int ROUNDS = 4;

  /** A chain of 17 locks is read at every poll of a wait, and a page contains several chains. */
  private static final int MOST_READS = 600;

  private static final Duration LEASE = Duration.ofMillis(300);
  private static final ProtocolSettings SETTINGS =
      new ProtocolSettings(LEASE, Duration.ofMillis(50), 1_000, 10_000_000, true, 100);
  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final TableName OTHER = TableName.valueOf("other");

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<ScriptedClient> clients = new ArrayList<>();
  private final List<Hostile> hostile = new ArrayList<>();
  private final Map<HostileLocks.Kind, Map<String, Integer>> outcomes =
      new EnumMap<>(HostileLocks.Kind.class);
  private int lastRow;

  @Test
  void healthyRowsAreUnharmed() {
    makeTables();
    List<StoredRow> before = healthyRows();
    plant(before);
    for (int i = 0; i < 4; i++) {
      clients.add(fixture.client(SETTINGS));
    }
    for (int round = 0; round < ROUNDS; round++) {
      hostile.forEach(this::touch);
      scanEverything();
      fixture.time.advance(LEASE);
    }
    clients.forEach(ScriptedClient::drain);
    fixture.runUntilIdle();
    outcomes.forEach((kind, counts) -> System.out.printf("%-30s %s%n", kind, counts));

    assertUnharmed(before);
    assertOfUse(before);
    assertThat(outcomes).hasSameSizeAs(HostileLocks.Kind.values());
  }

  private void makeTables() {
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(bytes("f"));
    fixture.cluster.createTable(new TableFacts(PLAIN, families, 0, Durability.SYNC_WAL));
    fixture.cluster.createTable(OTHER, "f");
    for (int i = 0; i < HEALTHY; i++) {
      fixture.client().begin().put(healthy(i), "old").put(healthy(i + HEALTHY), "old").commit();
    }
    fixture.runUntilIdle();
  }

  /** Every second row is in a separate table. */
  private static RowKey healthy(int i) {
    return i < HEALTHY ? key("%09d-healthy".formatted(i * 500)) : new RowKey(OTHER, bytes("" + i));
  }

  private List<StoredRow> healthyRows() {
    List<StoredRow> rows = new ArrayList<>();
    for (int i = 0; i < 2 * HEALTHY; i++) {
      rows.add(fixture.cluster.rawGet(healthy(i)));
    }
    return rows;
  }

  private void plant(List<StoredRow> healthy) {
    TableName unknown = TableName.valueOf("unknown");
    HostileLocks locks =
        new HostileLocks(
            random,
            new Places(TABLE, unknown, PLAIN, unknown, healthy),
            fixture.time.currentMillis(),
            () -> bytes("%09d".formatted(++lastRow)));
    while (hostile.size() < LOCKS) {
      for (HostileLocks.Kind kind : HostileLocks.Kind.values()) {
        hostile.addAll(locks.next(kind));
      }
    }
    for (Hostile lock : hostile) {
      Put put = new Put(lock.row().row());
      put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
      fixture.cluster.rawWrite(TABLE, put);
    }
  }

  private void touch(Hostile lock) {
    ScriptedClient client = clients.get(random.nextInt(clients.size()));
    String row = Bytes.toString(lock.row().row());
    ScriptedTransaction tx = client.begin();
    String outcome =
        outcomeOf(
            client,
            switch (random.nextInt(6)) {
              case 0 -> () -> tx.get(row);
              case 1 -> () -> tx.scan(row, row + "0");
              case 2 -> () -> tx.put(row, "new").commit();
              case 3 -> () -> tx.append(row, "+").commit();
              case 4 -> () -> tx.delete(row).commit();
              default -> () -> tx.update(row, "+").commit();
            });
    outcomes.computeIfAbsent(lock.kind(), kind -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
  }

  /** Scans the whole table, too; almost every page contains a lock that is in the way. */
  private void scanEverything() {
    for (int i = 0; i < lastRow; i += 1_000) {
      ScriptedClient client = clients.get(random.nextInt(clients.size()));
      ScriptedTransaction tx = client.begin();
      String first = "%09d".formatted(i);
      var unused = outcomeOf(client, () -> tx.scan(first, first.substring(0, 8) + "5"));
    }
  }

  /** Fails the test for any undeclared failure, and for too many requests. */
  private String outcomeOf(ScriptedClient client, Runnable operation) {
    client.traffic.clear();
    long start = fixture.time.monotonicNanos();
    String outcome = "done";
    try {
      operation.run();
    } catch (ProtocolFailure failure) {
      outcome = failure.kind().toString();
      assertThat(failure.row()).as("row in %s", failure.getMessage()).isNotNull();
      assertThat(failure.getMessage()).contains("row '").contains("' of table '");
    } catch (CompletionException unforeseen) {
      throw new AssertionError("not a declared failure", unforeseen.getCause());
    }
    Duration took = Duration.ofNanos(fixture.time.monotonicNanos() - start);
    assertThat(took).isLessThan(Duration.ofSeconds(2));
    assertThat(client.traffic.reads()).hasSizeLessThan(MOST_READS);
    assertThat(client.traffic.writes()).hasSizeLessThan(MOST_READS);
    return outcome;
  }

  /** Checks that data is unchanged, and locks, too, except that named ones may have been fenced. */
  private void assertUnharmed(List<StoredRow> before) {
    Set<RowKey> untouched = new HashSet<>();
    for (StoredRow old : before) {
      StoredRow now = fixture.cluster.rawGet(old.key());
      assertThat(HostileLocks.isUnharmed(old, now)).as("%s as before", old.key()).isTrue();
      if (now.lockTime() == old.lockTime()) {
        untouched.add(old.key());
      }
    }
    System.out.printf(
        "%d hostile locks, seed %d; of %d rows named as primaries %d were never fenced%n",
        hostile.size(), SEED, before.size(), untouched.size());
  }

  private void assertOfUse(List<StoredRow> before) {
    for (StoredRow old : before) {
      ScriptedClient client = clients.get(random.nextInt(clients.size()));
      client.begin().put(old.key(), "new").commit();
      client.drain();
      StoredRow now = fixture.cluster.rawGet(old.key());
      assertThat(ProtocolFixture.value(now, bytes("f"), bytes("q"))).isEqualTo("new");
      long soon = fixture.time.currentMillis() + Duration.ofDays(2).toMillis();
      assertThat(LockedRow.of(now).lock().decidedPart().version()).isLessThan(soon);
    }
  }
}
