package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A table whose floor is a year ahead passes its timestamps on to the transactions that write it.
 * The primary of one is a new row of another table; its client dies after the first prewrite.
 */
class FutureFloorTest {

  private static final TableName AHEAD = TableName.valueOf("ahead");
  private static final RowKey SECONDARY = new RowKey(AHEAD, bytes("s"));

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  @BeforeEach
  void abandonAfterTheFirstPrewrite() {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(ProtocolFixture.F);
    families.add(bytes("_lock"));
    long floor = fixture.time.currentMillis() + Duration.ofDays(365).toMillis();
    fixture.cluster.createTable(new TableFacts(AHEAD, families, floor, Durability.SYNC_WAL));
    ScriptedClient other = fixture.client();
    other.begin().put(SECONDARY, "old").commit();
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite("new COMMITTED+data", call -> owner.traffic.cutOff());
    owner.begin().put("new", "T").put(SECONDARY, "T").launch();
    owner.pause();
    Prewritten left = (Prewritten) lock();
    assertThat(left.primary()).isEqualTo(new RowReference(key("new"), 0));
  }

  @Test
  void readerSettlesIt() {
    ScriptedClient reader = fixture.client(PATIENT);

    reader.begin().put(SECONDARY, "next").commit();

    assertThat(lock()).isInstanceOf(Stable.class);
    assertThat(fixture.lockTime("new")).isLessThan(fixture.time.currentMillis() + 1_000);
  }

  @Test
  void resolveSettlesIt() {
    LockView left = locks.look(SECONDARY);
    assertThat(fixture.await(locks.maintenance.examine(left)).needsAPerson()).isFalse();

    assertThat(locks.settle(SECONDARY).kind()).isEqualTo(Settlement.Kind.ROLLED_BACK);
  }

  private RowLock lock() {
    return LockedRow.of(fixture.cluster.rawGet(SECONDARY)).lock();
  }
}
