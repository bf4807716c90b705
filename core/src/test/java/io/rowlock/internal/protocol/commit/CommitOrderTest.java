package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Which steps of a commit run at once, which one after the other, and which it does not wait for.
 */
class CommitOrderTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedTransaction tx = client.begin();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c", "r")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void prewritesTravelTogether() {
    client.traffic.onWrite("b PREWRITTEN", held::add).onWrite("c PREWRITTEN", held::add);

    CompletableFuture<Void> commit = tx.put("a", "new").put("b", "new").put("c", "new").start();
    assertThat(held).hasSize(2);
    held.get(1).deliver();
    assertThat(client.traffic.writes()).hasSize(2);

    held.get(0).deliver();
    assertThat(commit).isCompleted();
  }

  @Test
  void commitReturnsBeforeTheRollForward() {
    client.traffic.onWrite("~b STABLE+data", held::add);

    assertThat(tx.put("a", "new").put("b", "new").start()).isCompleted();
    CompletableFuture<Void> idle = client.protocol.drain();
    assertThat(idle).isNotDone();

    held.get(0).deliver();
    assertThat(idle).isCompleted();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void commitReturnsAfterTheRollForwardWhereThatIsAskedFor() {
    ScriptedClient waiting = fixture.client(ProtocolFixture.PATIENT);
    waiting.traffic.onWrite("~b STABLE+data", held::add);

    CompletableFuture<Void> commit = waiting.begin().put("a", "new").put("b", "new").start();
    assertThat(commit).isNotDone();
    held.get(0).deliver();
    assertThat(commit).isCompleted();
  }

  /** All locks first, then validation: otherwise a row could change after its validation (5.2). */
  @Test
  void validationWaitsForEveryPrewrite() {
    tx.get("r");
    client.traffic.onWrite("b PREWRITTEN", held::add);
    client.traffic.clear();

    CompletableFuture<Void> commit = tx.update("a", "T").update("b", "T").start();
    assertThat(client.traffic.reads()).containsExactly("a", "b");
    held.get(0).deliver();

    assertThat(client.traffic.reads()).containsExactly("a", "b", "r");
    assertThat(commit).isCompleted();
  }

  @Test
  void commitPointWaitsForValidation() {
    tx.get("r");
    tx.update("a", "T");
    List<Runnable> look = new ArrayList<>();
    client.traffic.onRead("r", call -> look.add(call::deliver));

    CompletableFuture<Void> commit = tx.start();
    assertThat(client.traffic.writes()).containsExactly("a PREWRITTEN");
    look.get(0).run();

    assertThat(commit).isCompleted();
  }

  @Test
  void secondariesAreRolledForwardAfterTheCommitPointAndThePrimaryLast() {
    client.traffic.onWrite("a COMMITTED+data", held::add).onWrite("~c STABLE+data", held::add);
    tx.put("a", "new").put("b", "new").put("c", "new").launch();
    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN", "c PREWRITTEN", "a COMMITTED+data");

    held.get(0).deliver();
    assertThat(client.traffic.writes()).endsWith("~b STABLE+data", "~c STABLE+data");
    held.get(1).deliver();
    assertThat(client.traffic.writes()).endsWith("~a STABLE");
  }

  /** A commit that adds background work beyond the limit waits for its own. */
  @Test
  void commitReturnsAfterItsRollForwardWhenTheBackgroundIsFull() {
    ScriptedClient busy =
        fixture.client(new ProtocolSettings(LEASE, LOCK_WAIT, 1_000, 10_000_000, false, 1));
    busy.traffic.onWrite("~b STABLE+data", held::add).onWrite("~r STABLE+data", held::add);

    assertThat(busy.begin().put("a", "new").put("b", "new").start()).isCompleted();
    CompletableFuture<Void> second = busy.begin().put("c", "new").put("r", "new").start();
    assertThat(second).isNotDone();

    held.get(1).deliver();
    assertThat(second).isCompleted();
    assertThat(fixture.value("r")).isEqualTo("new");
  }
}
