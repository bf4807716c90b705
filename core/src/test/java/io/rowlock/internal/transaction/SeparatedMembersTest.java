package io.rowlock.internal.transaction;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.SETTINGS;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An increment that was possible behind an earlier member of a combined commit may be impossible
 * without it: then it fails, although a later member replaces what it computes.
 */
class SeparatedMembersTest {

  private static final String ROW = "a";
  private static final byte[] OTHER = bytes("other");

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
  private final ScriptedClient client = fixture.client(SETTINGS);

  /** Puts texts into the row: an increment of a text is impossible. */
  @BeforeEach
  void holdTheTurn() {
    client.begin().write(ROW, row -> row.put(F, Q, OTHER).put(F, OTHER, OTHER)).commit();
    client.traffic.onWrite("a STABLE+data", held::add);
    client.begin().append(ROW, "").launch();
    client.traffic.clear();
  }

  private void endTheTurn() {
    held.forEach(PendingCall::deliver);
    fixture.runUntilIdle();
  }

  private ActiveTransaction begin() {
    return new ActiveTransaction(
        client.protocol,
        TransactionId.fresh(client.environment.random()),
        client.environment.clock().currentMillis(),
        new TransactionLimits(1_000, 10_000),
        TransactionObserver.NONE);
  }

  private ActiveTransaction put(long value) {
    ActiveTransaction put = begin();
    fixture.await(put.write(TABLE, new Put(bytes(ROW)).addColumn(F, Q, Bytes.toBytes(value))));
    return put;
  }

  private ActiveTransaction increment(byte[] qualifier) {
    ActiveTransaction increment = begin();
    Increment one = new Increment(bytes(ROW)).addColumn(F, qualifier, 1).setReturnResults(false);
    fixture.await(increment.increment(TABLE, one));
    return increment;
  }

  private void stopAtRead(int number, ActiveTransaction stopped) {
    client.traffic.onRead(
        ROW,
        call -> {
          if (number == 1) {
            assertThat(stopped.stop(ProtocolFailure.timeout("too late"))).isTrue();
          } else {
            stopAtRead(number - 1, stopped);
          }
          call.deliver();
        });
  }

  @Test
  void anImpossibleIncrementFailsIfTheOneBeforeItLeaves() {
    ActiveTransaction first = put(5);
    CompletableFuture<Void> stopped = first.commit();
    CompletableFuture<Void> increment = increment(Q).commit();
    CompletableFuture<Void> last = put(9).commit();
    stopAtRead(1, first);
    endTheTurn();

    assertThat(stopped).isCompletedExceptionally();
    assertThat(increment).as("of a text").isCompletedExceptionally();
    assertThat(last).isCompletedWithValue(null);
    assertStored(9);
  }

  /** The whole and its first half fail because of the other column; the second half is left. */
  @Test
  void anImpossibleIncrementFailsInAHalfOfItsOwn() {
    ActiveTransaction first = put(5);
    CompletableFuture<Void> stopped = first.commit();
    CompletableFuture<Void> refused = increment(OTHER).commit();
    CompletableFuture<Void> increment = increment(Q).commit();
    CompletableFuture<Void> last = put(9).commit();
    stopAtRead(2, first);
    endTheTurn();

    assertThat(stopped).isCompletedExceptionally();
    assertThat(refused).as("of a text").isCompletedExceptionally();
    assertThat(increment).as("of a text").isCompletedExceptionally();
    assertThat(last).isCompletedWithValue(null);
    assertStored(9);
  }

  @Test
  void allGoTogetherAsLongAsNoneLeaves() {
    List<CompletableFuture<Void>> commits =
        List.of(put(5).commit(), increment(Q).commit(), put(9).commit());
    endTheTurn();

    assertThat(commits).allMatch(commit -> !commit.isCompletedExceptionally());
    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
    assertStored(9);
  }

  private void assertStored(long value) {
    client.drain();
    assertThat(fixture.value(ROW)).isEqualTo(Bytes.toString(Bytes.toBytes(value)));
  }
}
