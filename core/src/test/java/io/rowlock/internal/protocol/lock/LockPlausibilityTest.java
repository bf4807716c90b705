package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lock with contents that Rowlock never writes is refused, and harms no other row. */
class LockPlausibilityTest {

  private static final TransactionId ID = new TransactionId(0, 1);
  private static final Intent INTENT = Intent.builder().put(F, Q, bytes("hostile")).build();

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client(ProtocolFixture.PATIENT);
  private long now;

  @BeforeEach
  void fillTable() {
    fixture.commit("healthy", "old");
    fixture.runUntilIdle();
    now = fixture.time.currentMillis();
  }

  @Test
  void timestampsWithoutRoomForLaterOnesAreCorrupt() {
    put("a", new Stable(now, ID, 0, WriterTrail.EMPTY), LockPlausibility.HIGHEST + 1);
    assertCorrupt("a", "the timestamp of its cell, " + (LockPlausibility.HIGHEST + 1));
    put("b", new Stable(LockPlausibility.HIGHEST + 1, ID, 0, WriterTrail.EMPTY), now);
    assertCorrupt("b", "its version, ");
    put("c", new Stable(now, ID, LockPlausibility.HIGHEST + 1, WriterTrail.EMPTY), now);
    assertCorrupt("c", "its fence, ");
    put("d", new Committed(ID, LockPlausibility.HIGHEST + 1, List.of(), WriterTrail.EMPTY), now);
    assertCorrupt("d", "its version, ");
    put("e", prewritten(key("healthy"), LockPlausibility.HIGHEST + 1), now);
    assertCorrupt("e", "the lock time of another row");
    put(
        "f",
        new Stable(LockPlausibility.HIGHEST, ID, LockPlausibility.HIGHEST, WriterTrail.EMPTY),
        now);
    assertThat(client.read("f")).isNull();
  }

  /** Everything that Rowlock computes from it stays below the limit for damage. */
  @Test
  void versionThatLeavesLittleRoomIsReadButNotPassedOn() {
    put("a", new Stable(LockPlausibility.HIGHEST_COMMIT + 1, ID, 0, WriterTrail.EMPTY), now);
    put("b", new Stable(now, ID, 0, WriterTrail.EMPTY), LockPlausibility.HIGHEST_COMMIT + 1);
    assertThat(client.read("a")).isNull();

    assertCorruptCommit("a", client.begin().put("a", "new").put("healthy", "new"));
    assertCorruptCommit("b", client.begin().put("b", "new").put("healthy", "new"));
    ScriptedTransaction reader = client.begin().put("healthy", "new");
    reader.get("a");
    assertCorruptCommit("a", reader);
    ScriptedTransaction scanner = client.begin().put("healthy", "new");
    scanner.scan("a", "b");
    assertCorruptCommit("a", scanner);

    fixture.assertStable("healthy", "old");
    assertThat(fixture.version("healthy")).isLessThanOrEqualTo(now);
  }

  /** The commit timestamp would overflow. */
  @Test
  void cellWithoutRoomAboveItIsRefusedBeforeTheCommit() {
    fixture.rawPut("a", "late", Long.MAX_VALUE - 1);
    ScriptedTransaction update = client.begin().update("a", "+").put("healthy", "new");

    ProtocolFailure refused = ProtocolFixture.failureOf(update);

    assertThat(refused.kind()).isEqualTo(Kind.ILLEGAL);
    assertThat(refused).hasMessageContaining("row 'a'").hasMessageContaining("no room");
    fixture.assertStable("healthy", "old");
  }

  @Test
  void lockTimeThatNoClockHasReachedIsNotPassedOn() {
    long tomorrow = now + Duration.ofDays(1).toMillis();
    put("a", prewritten(key("healthy"), tomorrow), now);

    assertThat(client.read("a")).isNull();

    assertThat(fixture.lockTime("healthy")).isLessThan(now + 1_000);
    client.begin().update("healthy", "+").commit();
    client.drain();
    fixture.assertStable("healthy", "old+");
    assertThat(fixture.version("healthy")).isLessThan(now + 1_000);
  }

  @Test
  void circleIsFoundWithoutWaiting() {
    put("a", prewritten(new TransactionId(0, 2), key("b"), now), now);
    put("b", prewritten(new TransactionId(0, 3), key("c"), now), now);
    put("c", prewritten(new TransactionId(0, 4), key("a"), now), now);
    assertCorrupt("b", "its primaries form a circle");
    assertThat(fixture.time.currentMillis()).isEqualTo(now);
    assertThat(client.traffic.reads()).hasSizeLessThan(6);
    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void primaryThatNamesAnotherRowIsCorrupt() {
    put("a", prewritten(key("b"), now), now);
    put("b", prewritten(key("healthy"), now), now);
    assertCorrupt("a", "its primary, row 'b' of table 'table', names another one");
  }

  @Test
  void rowsInATableWithoutLocksAreNamed() {
    TableName plain = TableName.valueOf("plain");
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(F);
    fixture.cluster.createTable(new TableFacts(plain, families, 0, Durability.SYNC_WAL));
    RowKey named = new RowKey(plain, bytes("p"));
    put("a", prewritten(named, now), now);
    assertCorrupt("a", "row 'p' of table 'plain' is in a table without a lock family");
    List<RowReference> rows = List.of(new RowReference(named, 0));
    put("b", new Committed(ID, now, rows, WriterTrail.EMPTY), now);
    assertThat(client.read("b")).isNull();
    assertCorruptCommit("b", client.begin().put("b", "new"));
  }

  /** The transaction's owner is still running, and its primary is another row. */
  @Test
  void committedLockDoesNotDecideOfRowsThatNameAnotherPrimary() {
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite("p COMMITTED+data", call -> owner.traffic.cutOff());
    CompletableFuture<Void> commit = owner.begin().put("p", "new").put("s", "new").start();
    Prewritten secondary = (Prewritten) fixture.lock("s");
    List<RowReference> rows = List.of(new RowReference(key("s"), 0));
    put("a", new Committed(secondary.id(), now, rows, WriterTrail.EMPTY), now);

    ScriptedClient impatient = fixture.client();
    assertThat(ProtocolFixture.failureOf(impatient.begin().put("a", "x")).isConflict()).isTrue();

    assertThat(commit).isNotDone();
    assertThat(fixture.value("s")).isNull();
  }

  private void put(String row, RowLock lock, long time) {
    fixture.cluster.rawWrite(
        TABLE,
        new Put(bytes(row))
            .addColumn(
                LockColumn.family(), LockColumn.qualifier(), time, RowLockCodec.encode(lock)));
  }

  private Prewritten prewritten(RowKey primary, long lockTime) {
    return prewritten(ID, primary, lockTime);
  }

  private Prewritten prewritten(TransactionId id, RowKey primary, long lockTime) {
    RowReference reference = new RowReference(primary, lockTime);
    return new Prewritten(id, Stable.UNBORN, now, INTENT, reference, 0, now, null);
  }

  private void assertCorrupt(String row, String why) {
    assertCorrupt(row, catchThrowableOfType(ProtocolFailure.class, () -> client.read(row)), why);
  }

  private static void assertCorruptCommit(String row, ScriptedTransaction transaction) {
    assertCorrupt(row, ProtocolFixture.failureOf(transaction), "");
  }

  private static void assertCorrupt(String row, ProtocolFailure failure, String why) {
    assertThat(failure).isNotNull();
    assertThat(failure.kind()).isEqualTo(Kind.CORRUPT_LOCK);
    assertThat(failure.row()).isEqualTo(key(row));
    assertThat(failure)
        .hasMessageContaining("row '" + row + "' of table 'table'")
        .hasMessageContaining(why)
        .hasMessageContaining("io.rowlock.tools.Rowlock discard");
  }
}
