package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.PARALLEL;
import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.junit.jupiter.api.Test;

/**
 * The table of a secondary is dropped during a parallel commit; row a is the primary, b another
 * secondary.
 */
class ParallelDroppedTableTest {

  private static final TableName DROPPED = TableName.valueOf("dropped");
  private static final RowKey X = new RowKey(DROPPED, bytes("x"));

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client(PARALLEL);
  private final ScriptedClient client = fixture.client(PATIENT);

  ParallelDroppedTableTest() {
    fixture.cluster.createTable(DROPPED, "f");
    fixture.commit("b", "old");
  }

  private ScriptedTransaction transaction() {
    return owner.begin().put("a", "new").put("b", "new").put(X, "new");
  }

  /** The owner dies as soon as all rows are prewritten. */
  private void leaveCommitted() {
    owner.traffic.onWrite("~a COMMITTED+data", call -> owner.traffic.cutOff());
    transaction().commit();
    assertThat(((Prewritten) fixture.lock("a")).isParallel()).isTrue();
  }

  /** The owner dies with row b not prewritten. */
  private void leaveWithoutB() {
    owner.traffic.onWrite("b PREWRITTEN", call -> {});
    transaction().launch();
    owner.traffic.cutOff();
    owner.pause();
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
  }

  /** The lost row may or may not have had the prewrite that all others have. */
  @Test
  void outcomeIsUnknownIfAllOtherRowsAreHeld() {
    leaveCommitted();
    fixture.cluster.dropTable(DROPPED);

    ProtocolFailure failure = catchThrowableOfType(ProtocolFailure.class, () -> client.read("a"));

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    assertThat(failure)
        .hasMessageContaining("row 'a' of table 'table'")
        .hasMessageContaining("row 'x' of table 'dropped'")
        .hasMessageContaining("discard");
    assertThat(failureOf(client.begin().put("b", "newer")))
        .hasMessageContaining("row 'x' of table 'dropped'");
    assertThat(client.traffic.writes()).isEmpty();
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
  }

  @Test
  void beforeTheLeaseIsOverTheOwnerIsWaitedFor() {
    leaveCommitted();
    fixture.cluster.dropTable(DROPPED);

    ProtocolFailure failure =
        catchThrowableOfType(ProtocolFailure.class, () -> fixture.client().read("b"));

    assertThat(failure.isConflict()).isTrue();
  }

  @Test
  void ifAnotherRowWasNeverHeldItIsAborted() {
    leaveWithoutB();
    fixture.cluster.dropTable(DROPPED);

    assertThat(client.read("b")).isEqualTo("old");
    assertThat(client.read("a")).isNull();
    client.drain();
    fixture.assertStable("a", null);
    fixture.assertStable("b", "old");
  }

  /** Only the master knows: a missing region proves nothing. */
  @Test
  void ifTheTableOnlySeemsToBeGoneItIsLookedAgain() {
    leaveCommitted();
    fixture.time.advance(LEASE);
    client.traffic.onRead("x", call -> call.fail(new TableNotFoundException(DROPPED)));

    assertThat(client.read("a")).isEqualTo("new");
    assertThat(client.read("b")).isEqualTo("new");
  }

  @Test
  void ownerWithARefusedRowRollsItsLocksBack() {
    owner.traffic.onWrite(
        "x PREWRITTEN",
        call -> {
          fixture.cluster.dropTable(DROPPED);
          call.answer(WriteOutcome.rejected(new TableNotFoundException(DROPPED)));
        });

    assertThatThrownBy(() -> transaction().commit())
        .hasRootCauseInstanceOf(TableNotFoundException.class);
    owner.drain();
    fixture.assertStable("a", null);
    fixture.assertStable("b", "old");
  }

  /**
   * The coprocessor of x throws after its prewrite was applied; other clients finish the
   * transaction while its owner gets no answer for row b.
   */
  @Test
  void ownerWithARefusedRowReportsUnknownIfATableIsLost() {
    owner.traffic.onWrite("x PREWRITTEN", WriteFate.APPLIED_BUT_REJECTED.at(fixture.time));
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          WriteOutcome unused = call.execute();
          fixture.time.schedule(LEASE.multipliedBy(6), () -> LostMessage.request(call));
          owner.traffic.onRead("b", read -> read.fail(new IOException("unreachable")));
        });
    CompletableFuture<Void> commit = transaction().start();
    owner.pause();
    assertThat(client.read("a")).isEqualTo("new");
    client.drain();
    fixture.cluster.dropTable(DROPPED);
    owner.resume();

    fixture.await(commit);

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  /**
   * The same with x as the primary, which a stale server shows in its old state: the outcome is
   * unknown.
   */
  @Test
  void ownerWithARefusedPrimaryReportsUnknownIfATableIsLost() {
    owner.traffic.onWrite(
        "x PREWRITTEN",
        call -> {
          owner.traffic.onRead("x", read -> read.answer(new StoredRow(X, List.of(), null)));
          WriteFate.APPLIED_BUT_REJECTED.at(fixture.time).accept(call);
        });
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          WriteOutcome unused = call.execute();
          fixture.time.schedule(LEASE.multipliedBy(6), () -> LostMessage.request(call));
        });
    CompletableFuture<Void> commit = owner.begin().put("b", "new").put(X, "new").start();
    owner.pause();
    assertThat(client.read("b")).isEqualTo("new");
    client.drain();
    fixture.cluster.dropTable(DROPPED);
    owner.resume();

    assertThatThrownBy(() -> fixture.await(commit))
        .isInstanceOfSatisfying(
            ProtocolFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN));
  }

  @Test
  void whatHasCommittedIsFinishedWithoutTheRowsThatAreGone() {
    owner.traffic.onWrite(
        "~a COMMITTED+data",
        call -> {
          fixture.cluster.dropTable(DROPPED);
          call.deliver();
        });

    transaction().commit();
    owner.drain();
    assertThat(client.read("a")).isEqualTo("new");
    fixture.time.advance(LEASE);
    assertThat(client.read("a")).isEqualTo("new");
    client.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }
}
