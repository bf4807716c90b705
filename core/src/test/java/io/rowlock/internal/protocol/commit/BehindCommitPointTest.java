package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Any failure after a commit may have taken effect: only a proof takes the attempt back. */
class BehindCommitPointTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private boolean isClosing;

  @BeforeEach
  void fillTable() {
    List.of("a", "b").forEach(row -> fixture.commit(row, "old"));
  }

  /** How an observer violates its contract. */
  private enum Fault {
    THROWS_BEFORE,
    THROWS_AFTER,
    FAILS,
    FORGETS
  }

  private record FaultyObserver(Phase struck, Fault fault) implements TransactionObserver {

    @Override
    public Watch begin(Phase phase) {
      if (phase != struck) {
        return work -> work;
      }
      if (fault == Fault.THROWS_BEFORE) {
        throw new IllegalStateException("Simulated: no span");
      }
      return this::end;
    }

    @SuppressWarnings("NullAway") // the contract is violated
    private CompletableFuture<?> end(CompletableFuture<?> work) {
      if (fault == Fault.THROWS_AFTER) {
        throw new NoClassDefFoundError("Simulated: no exporter");
      }
      return fault == Fault.FAILS
          ? CompletableFuture.failedFuture(new IllegalStateException("Simulated: no span"))
          : null;
    }

    @Override
    public void commitsAgain() {
      throw new IllegalStateException("Simulated: no event");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anObserverChangesNothing(Phase phase) {
    for (Fault fault : Fault.values()) {
      String value = phase + " " + fault;
      ScriptedClient client = fixture.client();
      ScriptedTransaction tx = client.begin().put("a", value).put("b", value);

      fixture.await(tx.start(new FaultyObserver(phase, fault)));
      client.drain();

      fixture.assertStable("a", value);
      fixture.assertStable("b", value);
    }
  }

  @Test
  void anObserverDoesNotKeepALostRaceFromBeingTriedAgain() {
    ScriptedClient client = fixture.client();
    client.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          fixture.commit("b", "theirs");
          fixture.commit("b", "theirs");
          fixture.commit("a", "theirs");
          call.deliver();
        });

    fixture.await(
        client
            .begin()
            .put("a", "new")
            .put("b", "new")
            .start(new FaultyObserver(Phase.READ, Fault.FAILS)));

    client.drain();
    fixture.assertStable("a", "new");
  }

  @Test
  void anErrorAtTheCommitPointIsSettled() {
    ScriptedClient client = fixture.client();
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          WriteOutcome unused = call.execute();
          throw new StackOverflowError("Simulated");
        });

    client.begin().put("a", "new").put("b", "new").commit();

    client.drain();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void anErrorWhileTheCommitPointIsSettledLeavesTheOutcomeUnknown() {
    ScriptedClient client = fixture.client();
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.traffic.onRead(
              "a",
              read -> {
                throw new StackOverflowError("Simulated");
              });
          LostMessage.reply(call);
        });

    assertUnknown(client, client.begin().put("a", "new").put("b", "new"));
  }

  /** The manager is being closed: a pause is refused. */
  @Test
  void aPauseThatIsRefusedLeavesTheOutcomeUnknown() {
    ScriptedClient client = closingClient();
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          isClosing = true;
          client.traffic.failReads(true);
          LostMessage.reply(call);
        });

    assertUnknown(client, client.begin().put("a", "new").put("b", "new"));
  }

  private ScriptedClient closingClient() {
    Environment given = fixture.time.environment(99);
    Environment closing =
        new Environment(
            given.clock(),
            (delay, task) -> {
              if (isClosing) {
                throw new RejectedExecutionException("Simulated: closed");
              }
              given.scheduler().schedule(delay, task);
            },
            given.random());
    return new ScriptedClient(fixture, closing, ProtocolFixture.SETTINGS);
  }

  /** Checks that the outcome is unknown, and that the transaction has committed. */
  private void assertUnknown(ScriptedClient client, ScriptedTransaction tx) {
    ProtocolFailure failure = failureOf(tx);
    client.drain();

    assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(failure).hasMessageContaining(tx.id.toString());
    assertThat(client.traffic.writes()).noneMatch(write -> write.endsWith(" STABLE"));
    ScriptedClient other = fixture.client(PATIENT);
    assertThat(other.read("a")).isEqualTo("new");
    assertThat(other.read("b")).isEqualTo("new");
  }
}
