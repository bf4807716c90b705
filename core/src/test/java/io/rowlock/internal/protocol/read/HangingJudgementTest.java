package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Readers of one transaction's rows share judgements, but not their troubles: a server that is gone
 * or refuses keeps no row of another server locked. Row a is the primary.
 */
class HangingJudgementTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient client = fixture.client();
  private final List<PendingCall<?, ?>> hanging = new ArrayList<>();

  @BeforeEach
  void leaveSecondariesThatHaveLostTheirPrimary() {
    for (String row : List.of("a", "b", "c", "d")) {
      fixture.commit(row, "old");
    }
    owner.traffic.onWrite("a COMMITTED+data", hanging::add);
    owner.begin().put("a", "new").put("b", "new").put("c", "new").put("d", "new").launch();
    owner.pause();
    fixture.commit("a", "other");
  }

  @Test
  void rollBackThatHangsKeepsNoOtherRowLocked() {
    client.traffic.onEachWrite("c STABLE", hanging::add);
    CompletableFuture<List<DecidedRow>> first = read("b", "c");
    CompletableFuture<List<DecidedRow>> second = read("d");
    fixture.time.advance(Duration.ofMillis(600));

    assertThat(second).isCompleted();
    fixture.assertStable("d", "old");
    assertThat(first).isNotDone();

    hanging.subList(1, hanging.size()).forEach(PendingCall::deliver);
    fixture.time.advance(Duration.ofMillis(100));
    assertThat(first).isCompleted();
    assertThat(client.traffic.writes())
        .containsExactlyInAnyOrder("b STABLE", "c STABLE", "d STABLE", "c STABLE"); // tried again
  }

  @Test
  void lookThatHangsKeepsNoOtherRowLocked() {
    client.traffic.onRead("a", hanging::add);
    CompletableFuture<List<DecidedRow>> first = read("b");
    fixture.time.advance(Duration.ofSeconds(10));

    CompletableFuture<List<DecidedRow>> second = read("c");
    fixture.time.advance(Duration.ofMillis(600));

    assertThat(second).isCompleted();
    assertThat(first).isNotDone();
  }

  /** The rows of the second and third reader wait for the first look, and are judged together. */
  @Test
  void rollBackThatHangsKeepsNoRowOfTheSameJudgementLocked() {
    client.traffic.onRead("a", hanging::add);
    client.traffic.onEachWrite("c STABLE", hanging::add);
    assertThat(read("b")).isNotDone();
    CompletableFuture<List<DecidedRow>> hung = read("c");
    CompletableFuture<List<DecidedRow>> other = read("d");
    fixture.time.advance(Duration.ofMillis(1_200));

    assertThat(other).isCompleted();
    assertThat(hung).isNotDone();
  }

  @Test
  void missingRightsFailOnlyTheReaderOfTheirRow() {
    client.traffic.onRead("a", hanging::add);
    assertThat(read("d")).isNotDone();
    CompletableFuture<List<DecidedRow>> withoutRights = read("b");
    CompletableFuture<List<DecidedRow>> other = read("c");
    IllegalStateException lost = new IllegalStateException("Simulated");
    client.traffic.onEachWrite(
        "b STABLE",
        call -> call.answer(WriteOutcome.rejected(new AccessDeniedException("Simulated"))));
    client.traffic.onWrite("c STABLE", call -> call.answer(WriteOutcome.maybeApplied(lost)));

    fixture.time.advance(Duration.ofMillis(600));

    assertThat(other).isCompleted();
    fixture.assertStable("c", "old");
    assertThatThrownBy(() -> fixture.await(withoutRights))
        .hasMessageContaining("left a lock behind in row 'b'");
  }

  private CompletableFuture<List<DecidedRow>> read(String... rows) {
    return client.protocol.read(
        Stream.of(rows).map(row -> new RowRead(key(row), ColumnSelection.ALL)).toList(),
        Reservation.NONE);
  }
}
