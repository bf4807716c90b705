package io.rowlock.internal.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An abandoned secondary whose primary is held by yet another transaction: that one is settled
 * first, because the abandoned one's write to the primary may still arrive over its lock.
 */
class ChainedLocksTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient patient = fixture.client(ProtocolFixture.PATIENT);

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void committedIntentOnThePrimaryIsRolledForward() {
    dyingAt("~b STABLE+data").append("a", "1").append("b", "1").append("c", "1").commit();
    dyingAt("b COMMITTED+data").append("b", "2").append("c", "2").launch();
    assertThat(holderOf("b")).isNotEqualTo(holderOf("c"));

    assertThat(patient.read("c")).isEqualTo("old1");

    assertThat(patient.traffic.writes()).startsWith("~b STABLE+data").endsWith("c STABLE");
    fixture.assertStable("b", "old1");
    fixture.assertStable("c", "old1");
  }

  @Test
  void committedPrimaryIsFinished() {
    dyingAt("~b STABLE+data").append("a", "1").append("b", "1").commit();
    dyingAt("a COMMITTED+data").append("a", "2").append("b", "2").launch();

    assertThat(patient.read("b")).isEqualTo("old1");

    fixture.assertStable("a", "old1");
    fixture.assertStable("b", "old1");
  }

  /** Such a circle cannot occur; if it did, a reader must not follow it forever. */
  @Test
  void circleIsReportedAsCorrupt() {
    putLock("a", "b", 1);
    putLock("b", "a", 2);
    fixture.time.advance(ProtocolFixture.LEASE);

    assertThatThrownBy(() -> patient.read("a"))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("its primaries form a circle")
        .extracting(failure -> ((ProtocolFailure) failure).kind())
        .isEqualTo(Kind.CORRUPT_LOCK);
  }

  /**
   * A stale server shows b and then a in an old state, which is no reason to report a corrupt lock.
   */
  @Test
  void circleThatOnlyStaleServersShowIsNoCorruption() {
    long begin = fixture.time.currentMillis() + 1_000;
    putLock("a", prewritten(0, "c", begin), begin);
    putLock("b", prewritten(2, "a", begin), begin + 1);
    StoredRow formerA = fixture.cluster.rawGet(ProtocolFixture.key("a"));
    StoredRow formerB = fixture.cluster.rawGet(ProtocolFixture.key("b"));
    putLock("a", prewritten(1, "b", begin + 1), begin + 2);
    putLock("b", RowLock.Stable.UNBORN.fencedAt(begin + 3), begin + 3);
    fixture.time.advance(ProtocolFixture.LEASE);
    patient.traffic.onRead("b", call -> call.answer(formerB));
    patient.traffic.onRead(
        "a",
        call -> {
          call.deliver();
          patient.traffic.onRead("a", again -> again.answer(formerA));
        });

    assertThat(patient.read("a")).isEqualTo("old");
  }

  /**
   * While the primaries are read, another transaction takes the first row, and nothing is wrong.
   */
  @Test
  void rowThatIsLockedAnewMeanwhileIsNoCircle() {
    long begin = fixture.time.currentMillis() + 1_000;
    putLock("a", prewritten(1, "b", begin + 1), begin);
    putLock("b", prewritten(2, "a", begin + 9), begin + 1);
    fixture.time.advance(ProtocolFixture.LEASE);
    patient.traffic.onRead(
        "a",
        call -> {
          call.deliver();
          patient.traffic.onRead(
              "a",
              again -> {
                putLock("a", prewritten(3, "b", begin + 2), begin + 2);
                putLock("b", RowLock.Stable.UNBORN.fencedAt(begin + 5), begin + 5);
                again.deliver();
              });
        });

    assertThat(patient.read("a")).isEqualTo("old");
  }

  /**
   * The clock of one owner is hours ahead, so that its lock seems to be later than a vacuum of b; a
   * stale server shows that lock.
   */
  @Test
  void circleThatAFarClockShowsIsNoCorruption() {
    long begin = fixture.time.currentMillis() + 1_000;
    long ahead = begin + Duration.ofHours(2).toMillis();
    putLock("a", prewritten(1, "b", 0, ahead), ahead);
    putLock("b", prewritten(2, "a", ahead + 1, begin), begin);
    fixture.time.advance(ProtocolFixture.LEASE);

    assertThatThrownBy(() -> patient.read("a"))
        .isInstanceOf(ProtocolFailure.class)
        .extracting(failure -> ((ProtocolFailure) failure).kind())
        .isEqualTo(Kind.CONFLICT);
  }

  @Test
  void secondaryThatNamesItselfIsCorrupt() {
    putLock("a", "a", 1);

    assertThatThrownBy(() -> patient.read("a"))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("it names itself as its primary")
        .extracting(failure -> ((ProtocolFailure) failure).kind())
        .isEqualTo(Kind.CORRUPT_LOCK);
  }

  private void putLock(String row, String primary, int id) {
    long lockTime = fixture.time.currentMillis() + 1_000;
    putLock(row, prewritten(id, primary, lockTime), lockTime);
  }

  private static Prewritten prewritten(int id, String primary, long expected) {
    return prewritten(id, primary, expected, expected);
  }

  private static Prewritten prewritten(int id, String primary, long expected, long planned) {
    RowReference reference = new RowReference(ProtocolFixture.key(primary), expected);
    return new Prewritten(
        new TransactionId(0, id),
        RowLock.Stable.UNBORN,
        planned,
        Intent.EMPTY,
        reference,
        0,
        planned,
        null);
  }

  private void putLock(String row, RowLock lock, long lockTime) {
    fixture.cluster.rawWrite(
        ProtocolFixture.TABLE,
        new Put(ProtocolFixture.bytes(row))
            .addColumn(
                ProtocolFixture.bytes("_lock"),
                ProtocolFixture.bytes("l"),
                lockTime,
                RowLockCodec.encode(lock)));
  }

  private ScriptedTransaction dyingAt(String write) {
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite(
        write,
        call -> {
          dead.traffic.cutOff();
          dead.pause();
        });
    return dead.begin();
  }

  private TransactionId holderOf(String row) {
    return ((Prewritten) fixture.lock(row)).id();
  }
}
