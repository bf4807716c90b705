package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that holds locks keeps others waiting only if that helps it to commit. */
class WaitingUnderLocksTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient rival = fixture.client();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> slow = new ArrayList<>();

  @BeforeEach
  void fillTable() {
    List.of("a", "b", "c", "r").forEach(row -> fixture.commit(row, "old"));
  }

  /** Lets a younger transaction hold the row for a while. */
  private void takeBefore(ScriptedClient client, String write, String row) {
    client.traffic.onWrite(
        write,
        call -> {
          fixture.time.advance(Duration.ofMillis(5));
          rival.traffic.onWrite(row + " COMMITTED+data", slow::add);
          ScriptedTransaction younger = rival.begin();
          younger.get("r");
          younger.put("c", "rival").put(row, "rival").launch();
          call.deliver();
        });
  }

  @Test
  void lostPrimaryReleasesTheOtherRows() {
    ScriptedClient client = fixture.client();
    takeBefore(client, "a PREWRITTEN", "a");
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    CompletableFuture<Void> unused = tx.put("a", "new").put("b", "new").start();

    fixture.time.advance(LOCK_WAIT.dividedBy(2));

    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    assertThat(fixture.lock("b")).isInstanceOf(Stable.class);
  }

  /** The next transaction would only meet its locks. */
  @Test
  void theTurnAtTheRowsLastsUntilTheyAreGivenBack() {
    ScriptedClient client = fixture.client();
    List<PendingCall<ConditionalWrite, WriteOutcome>> rollBack = new ArrayList<>();
    ScriptedTransaction loser = client.begin();
    loser.get("r");
    client.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          fixture.commit("r", "theirs");
          call.deliver();
        });
    client.traffic.onWrite("~b STABLE", rollBack::add);
    CompletableFuture<Void> lost = loser.put("a", "new").put("b", "new").start();
    assertThat(lost).isCompletedExceptionally();
    client.traffic.clear();

    CompletableFuture<Void> next = client.begin().put("b", "next").start();

    assertThat(client.traffic.writes()).isEmpty();
    rollBack.get(0).deliver();
    fixture.await(next);
    fixture.assertStable("b", "next");
  }
}
