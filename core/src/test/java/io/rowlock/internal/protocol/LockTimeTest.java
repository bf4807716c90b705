package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Safety does not depend on clocks: lock times and versions grow whatever the clocks show. */
class LockTimeTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final ProtocolFixture fixture = new ProtocolFixture();

  @Test
  void lockTimeAndVersionAreAboutTheTime() {
    fixture.commit("a", "new");

    assertThat(fixture.version("a")).isEqualTo(fixture.time.currentMillis());
    assertThat(fixture.lockTime("a")).isEqualTo(fixture.time.currentMillis());
  }

  /** Mistake 11: a lock stamped by a slower clock would hide behind the one it replaces. */
  @Test
  void clockFarBehindStillWritesAboveWhatItReplaces() {
    fixture.client(HOUR).begin().put("a", "ahead").put("b", "ahead").commit();
    long lockTime = fixture.lockTime("a");
    long version = fixture.version("a");

    ScriptedClient behind = fixture.client(HOUR.negated());
    behind.begin().append("a", "+").append("b", "+").commit();
    behind.drain();

    fixture.assertStable("a", "ahead+");
    fixture.assertStable("b", "ahead+");
    assertThat(fixture.lockTime("a")).isGreaterThan(lockTime);
    assertThat(fixture.version("a")).isGreaterThanOrEqualTo(version + 2);
  }

  /** Mistake 11, for every step of a commit: none of its locks may stay invisible. */
  @Test
  void everyLockOfASlowClockTakesHold() {
    fixture.client(HOUR).begin().put("a", "ahead").put("b", "ahead").commit();
    ScriptedClient behind = fixture.client(HOUR.negated());
    ScriptedTransaction tx = behind.begin();
    tx.get("r");
    behind.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          assertThat(fixture.lock("a")).isInstanceOf(RowLock.Prewritten.class);
          assertThat(fixture.lock("b")).isInstanceOf(RowLock.Prewritten.class);
          call.deliver();
          assertThat(fixture.lock("a")).isInstanceOf(RowLock.Committed.class);
        });

    tx.put("a", "new").put("b", "new").commit();
    behind.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void everyLockIsStrictlyLaterThanTheOneBefore() {
    ScriptedClient client = fixture.client();
    for (int i = 0; i < 20; i++) {
      fixture.client(HOUR.multipliedBy(i % 2 == 0 ? 1 : -1)).begin().put("a", "v").commit();
      long before = fixture.lockTime("a");
      client.begin().append("a", "+").commit();
      assertThat(client.traffic.sent(i).replacement().time()).isGreaterThan(before);
    }
  }

  @Test
  void commitTimestampIsAboveWhatWasOnlyRead() {
    fixture.client(HOUR).begin().put("r", "ahead").commit();
    ScriptedTransaction tx = fixture.client().begin();
    tx.get("r");

    tx.put("a", "new").commit();

    assertThat(fixture.version("a")).isGreaterThanOrEqualTo(fixture.version("r") + 2);
  }

  @Test
  void commitTimestampIsAboveWhatARangeHeld() {
    fixture.client(HOUR).begin().put("r", "ahead").commit();
    ScriptedTransaction tx = fixture.client().begin();
    tx.scan("q", "s");

    tx.put("a", "new").commit();

    assertThat(fixture.version("a")).isGreaterThanOrEqualTo(fixture.version("r") + 2);
  }

  /** Data from before the table was transactional must not hide what is written now. */
  @Test
  void commitTimestampIsAboveCellsSeenInARowWithoutLock() {
    long future = fixture.time.currentMillis() + HOUR.toMillis();
    fixture.rawPut("a", "from the future", future);

    fixture.client().begin().update("a", "+").commit();

    fixture.assertStable("a", "from the future+");
    assertThat(fixture.version("a")).isGreaterThanOrEqualTo(future + 2);
  }

  @Test
  void commitTimestampIsAboveCellsSeenInARowThatWasOnlyFenced() {
    fixture.rawPut("a", "from the future", fixture.time.currentMillis() + 3_600_000);
    ScriptedTransaction loser = fixture.client().begin().update("a", " L").update("b", "L");
    fixture.commit("b", "rival");
    assertThatThrownBy(loser::commit).isInstanceOf(ProtocolFailure.class);
    fixture.runUntilIdle();
    assertThat(fixture.lock("a")).isEqualTo(RowLock.Stable.UNBORN.fencedAt(fixture.lockTime("a")));

    fixture.client().begin().update("a", " and back").commit();

    assertThat(fixture.value("a")).isEqualTo("from the future and back");
  }

  @Test
  void nothingIsWrittenAtOrBelowTheFloor() {
    TableName table = TableName.valueOf("floored");
    long floor = fixture.time.currentMillis() + HOUR.toMillis();
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(LockColumn.family());
    families.add(bytes("f"));
    fixture.cluster.createTable(new TableFacts(table, families, floor, Durability.FSYNC_WAL));
    ScriptedClient client = fixture.client();
    RowKey one = new RowKey(table, bytes("one"));
    RowKey two = new RowKey(table, bytes("two"));

    client.begin().put(one, "v").put(two, "v").delete("a").commit();
    client.drain();

    for (RowKey row : new RowKey[] {one, two}) {
      StoredRow stored = fixture.cluster.rawGet(row);
      assertThat(stored.lockTime()).isGreaterThan(floor);
      assertThat(stored.cells()).allMatch(cell -> cell.getTimestamp() > floor + 1);
    }
    assertThat(client.traffic.writes()).hasSize(6);
    for (int i = 0; i < 6; i++) {
      boolean floored = client.traffic.sent(i).key().table().equals(table);
      assertThat(client.traffic.sent(i).replacement().time()).isGreaterThan(floored ? floor : 0);
    }
  }
}
