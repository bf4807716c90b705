package io.rowlock.internal.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

/** Schedules in which waiting and giving up were once wrong. */
class StuckLocksTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient reader = fixture.client();

  @Test
  void scanWaitsForManyRowsAsLongAsForOne() {
    List<PendingCall<ConditionalWrite, WriteOutcome>> commitPoint = new ArrayList<>();
    owner.traffic.onWrite("row100 COMMITTED+data", commitPoint::add);
    ScriptedTransaction many = owner.begin();
    for (int i = 100; i < 200; i++) {
      many.put("row" + i, "value");
    }
    assertThat(many.start()).isNotDone();
    fixture.time.schedule(Duration.ofMillis(900), () -> commitPoint.get(0).deliver());

    List<String> found = reader.begin().scan("row", "rox");

    // The primary was not there yet when the scan began.
    assertThat(found).hasSize(99).startsWith("row101");
  }

  @Test
  void refusedRollBackIsRepeatedAfterPausesOnly() {
    abandon("primary", "secondary");
    fixture.time.advance(ProtocolFixture.LEASE);
    for (int write = 1; write < 1_500; write++) {
      IOException refused = new IOException("Simulated: no permission");
      reader.traffic.script.write(write, call -> call.answer(WriteOutcome.rejected(refused)));
    }
    reader.traffic.clear();

    assertThatThrownBy(() -> reader.read("secondary")).isInstanceOf(ProtocolFailure.class);

    assertThat(reader.traffic.writes()).hasSizeBetween(2, 200);
  }

  /** Neither waiting nor another try would help. */
  @Test
  void readerWithoutThePermissionToSettleFailsAtOnce() {
    abandon("primary", "secondary");
    fixture.time.advance(ProtocolFixture.LEASE);
    reader.traffic.script.write(
        1, call -> call.answer(WriteOutcome.rejected(new AccessDeniedException("Simulated"))));
    reader.traffic.clear();

    assertThatThrownBy(() -> reader.read("secondary"))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("left a lock behind in row 'primary' of table 'table'")
        .hasMessageContaining("R and W")
        .hasMessageContaining("rowlock resolve table")
        .extracting(failure -> ((ProtocolFailure) failure).kind())
        .isEqualTo(ProtocolFailure.Kind.STORE);

    assertThat(reader.traffic.writes()).hasSize(1);
    assertThat(reader.read("secondary")).as("once it may").isNull();
  }

  /** The owner dies before its commit point, and the reader has seen its locks. */
  private void abandon(String primary, String secondary) {
    owner.traffic.onWrite(primary + " COMMITTED+data", call -> owner.traffic.cutOff());
    assertThat(owner.begin().put(primary, "new").put(secondary, "new").start()).isNotDone();
    assertThatThrownBy(() -> reader.read(secondary)).isInstanceOf(ProtocolFailure.class);
  }

  @Test
  void lostAnswerOfTheFenceIsSettled() {
    for (int write = 2; write <= 7; write++) {
      owner.traffic.script.write(write, LostMessage::request);
    }
    owner.traffic.script.write(8, LostMessage::reply);

    owner.begin().put("a", "new").put("b", "new").commit();

    assertThat(owner.traffic.writes().subList(0, 9))
        .startsWith("b PREWRITTEN", "a COMMITTED+data")
        .endsWith("a COMMITTED+data", "a STABLE", "~b STABLE");
    owner.drain();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }
}
