package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.junit.jupiter.api.Test;

/** A table is dropped while transactions that wrote to it have left locks in another one. */
class DroppedTableTest {

  private static final TableName DROPPED = TableName.valueOf("dropped");

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient client = fixture.client(PATIENT);

  DroppedTableTest() {
    fixture.cluster.createTable(DROPPED, "f");
    fixture.commit("living", "old");
  }

  /** Row x of the dropped table is new, which makes it the primary. */
  private void leaveSecondaryOfDroppedPrimary() {
    owner.traffic.onWrite("x COMMITTED+data", call -> owner.traffic.cutOff());
    owner.begin().put(dropped("x"), "new").put("living", "new").launch();
    owner.pause();
    assertThat(fixture.lock("living")).isInstanceOf(Prewritten.class);
    fixture.cluster.dropTable(DROPPED);
  }

  /** Row a is new, which makes it the primary. */
  private void leavePrimaryOfSecondaryIn(String otherRow) {
    fixture.client().begin().put(dropped(otherRow), "old").commit();
    owner.traffic.onWrite("~" + otherRow + " STABLE+data", call -> owner.traffic.cutOff());
    owner.begin().put("a", "new").put(dropped(otherRow), "new").commit();
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
  }

  private static RowKey dropped(String row) {
    return new RowKey(DROPPED, bytes(row));
  }

  @Test
  void readerOfALockDecidedThereGetsAdvice() {
    leaveSecondaryOfDroppedPrimary();
    ProtocolFailure reading =
        catchThrowableOfType(ProtocolFailure.class, () -> client.read("living"));

    assertThat(reading.kind()).isEqualTo(ProtocolFailure.Kind.STORE);
    assertThat(reading)
        .hasMessageContaining("row 'living' of table 'table'")
        .hasMessageContaining("row 'x' of table 'dropped'")
        .hasMessageContaining("discard");
    assertThat(failureOf(client.begin().put("living", "newer"))).hasMessage(reading.getMessage());
    assertThat(client.traffic.writes()).isEmpty();
    assertThat(fixture.lock("living")).isInstanceOf(Prewritten.class);
  }

  /** The owner may be alive, and about to take its lock back. */
  @Test
  void beforeTheLeaseIsOverItIsWaitedFor() {
    leaveSecondaryOfDroppedPrimary();

    ProtocolFailure failure =
        catchThrowableOfType(ProtocolFailure.class, () -> fixture.client().read("living"));

    assertThat(failure.isConflict()).isTrue();
  }

  @Test
  void otherRowsAreOfUse() {
    leaveSecondaryOfDroppedPrimary();
    client.begin().put("other", "value").commit();
    assertThat(client.read("other")).isEqualTo("value");
  }

  @Test
  void ownerWhosePrimaryIsDroppedTakesItsLocksBack() {
    owner.traffic.onWrite(
        "x COMMITTED+data",
        call -> {
          fixture.cluster.dropTable(DROPPED);
          call.deliver();
        });

    ProtocolFailure failure =
        failureOf(owner.begin().put(dropped("x"), "new").put("living", "new"));

    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.STORE);
    owner.drain();
    fixture.assertStable("living", "old");
  }

  /**
   * The coprocessor throws after the write was applied, and other clients may have relied on the
   * write.
   */
  @Test
  void ownerWithARefusedCommitPointReportsUnknownIfATableIsLost() {
    owner.traffic.onWrite(
        "x COMMITTED+data",
        call -> {
          WriteOutcome unused = call.execute();
          assertThat(client.read("living")).isEqualTo("new");
          fixture.cluster.dropTable(DROPPED);
          call.answer(WriteOutcome.rejected(new IOException("thrown behind the apply")));
        });

    ProtocolFailure failure =
        failureOf(owner.begin().put(dropped("x"), "new").put("living", "new"));

    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.OUTCOME_UNKNOWN);
  }

  @Test
  void primaryIsOfUseWhenTheTableOfItsSecondaryIsGone() {
    leavePrimaryOfSecondaryIn("x");
    fixture.cluster.dropTable(DROPPED);

    client.begin().append("a", "er").commit();

    fixture.assertStable("a", "newer");
  }

  @Test
  void primaryIsFinishedBehindAReaderWhenTheTableOfItsSecondaryIsGone() {
    leavePrimaryOfSecondaryIn("x");
    fixture.cluster.dropTable(DROPPED);

    assertThat(client.read("a")).isEqualTo("new");
    fixture.time.advance(LEASE);
    assertThat(client.read("a")).isEqualTo("new");
    client.drain();

    fixture.assertStable("a", "new");
  }

  /** Nothing of the transaction may appear in a table that only has the same name. */
  @Test
  void tableThatIsMadeAnewIsNotHarmed() {
    leavePrimaryOfSecondaryIn("x");
    fixture.cluster.dropTable(DROPPED);
    fixture.cluster.createTable(DROPPED, "f");

    client.begin().append("a", "er").commit();

    fixture.assertStable("a", "newer");
    StoredRow row = fixture.cluster.rawGet(dropped("x"));
    assertThat(row.cells()).isEmpty();
    client.begin().put(dropped("x"), "other").commit();
    assertThat(fixture.cluster.rawGet(dropped("x")).cells()).hasSize(1);
  }

  /** A copy of the prewrite that was under way all the time meets the fence. */
  @Test
  void lateCopyOfAPrewriteDoesNotTakeHoldInTheNewTable() {
    owner.traffic.onWrite("~x STABLE+data", call -> owner.traffic.cutOff());
    owner.begin().put("a", "new").put(dropped("x"), "new").commit();
    var prewrite = owner.traffic.sent(0);
    assertThat(prewrite.key()).isEqualTo(dropped("x"));
    fixture.cluster.dropTable(DROPPED);
    fixture.cluster.createTable(DROPPED, "f");
    client.begin().append("a", "er").commit();

    client.store.write(prewrite).join();

    assertThat(LockedRow.of(fixture.cluster.rawGet(dropped("x"))).lock())
        .isInstanceOf(RowLock.Stable.class);
  }

  @Test
  void primaryWhoseTableOnlySeemsToBeGoneDecides() {
    owner.traffic.onWrite("x COMMITTED+data", call -> owner.traffic.cutOff());
    owner.begin().put(dropped("x"), "new").put("living", "new").launch();
    owner.pause();
    boolean[] isFound = new boolean[1];
    seemGoneUntil(isFound);
    fixture.time.schedule(LEASE.multipliedBy(2), () -> isFound[0] = true);

    assertThat(client.read("living")).isEqualTo("old");
    assertThat(isFound[0]).isTrue();
  }

  private void seemGoneUntil(boolean[] isFound) {
    client.traffic.onRead(
        "x",
        call -> {
          if (isFound[0]) {
            call.deliver();
          } else {
            call.fail(new TableNotFoundException(DROPPED));
            seemGoneUntil(isFound);
          }
        });
  }

  /** Only the master knows: a missing region proves nothing. */
  @Test
  void tableThatOnlySeemsToBeGoneIsNotGivenUp() {
    leavePrimaryOfSecondaryIn("x");
    client.traffic.onRead("x", call -> call.fail(new TableNotFoundException(DROPPED)));

    client.begin().append("a", "er").commit();

    fixture.assertStable("a", "newer");
    assertThat(ProtocolFixture.value(fixture.cluster.rawGet(dropped("x")), F, Q)).isEqualTo("new");
  }
}
