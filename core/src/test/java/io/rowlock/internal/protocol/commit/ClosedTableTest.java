package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.SETTINGS;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The table is being disabled: no commit begins there, and what has begun is taken back. */
class ClosedTableTest {

  private final ProtocolFixture fixture = new ProtocolFixture();

  private void close() {
    TableFacts now = fixture.cluster.describe(TABLE);
    fixture.cluster.alterTable(
        new TableFacts(
            TABLE,
            now.families(),
            now.oneVersion(),
            now.floor(),
            now.durability(),
            now.denied(),
            now.hidden(),
            now.flaws(),
            true));
  }

  private static void assertIsRefusal(ProtocolFailure failure) {
    assertThat(failure.kind()).as("surely not committed, and no conflict").isEqualTo(Kind.ILLEGAL);
    assertThat(failure).hasMessageContainingAll("'table'", "disabled", "RowlockOperations.disable");
  }

  @Test
  void noCommitBegins() {
    fixture.commit("a", "old");
    close();

    assertIsRefusal(failureOf(fixture.client().begin().put("a", "T")));
    assertIsRefusal(failureOf(fixture.client().begin().put("a", "T").put("b", "T")));

    fixture.assertStable("a", "old");
    assertThat(fixture.storedLock("b")).isNull();
  }

  @Test
  void readersGoOn() {
    fixture.commit("a", "old");
    close();

    assertThat(fixture.client().read("a")).isEqualTo("old");
  }

  /** The client learns of it a minute later, before the request that could commit. */
  @Test
  void commitUnderWayIsTakenBack() {
    ScriptedClient client = fixture.client(SETTINGS);
    client.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          close();
          fixture.time.advance(Duration.ofMinutes(2));
          call.deliver();
        });

    assertIsRefusal(failureOf(client.begin().put("a", "T").put("b", "T")));
    client.drain();

    assertThat(fixture.value("a")).isNull();
    fixture.assertStable("b", null);
  }

  /** The wait for the last beat comes after the first look at the facts, and may be long. */
  @Test
  void commitThatWaitsForItsLastBeatIsTakenBack() {
    ScriptedClient client = fixture.client(SETTINGS);
    List<PendingCall<ConditionalWrite, WriteOutcome>> beats = new ArrayList<>();
    client.traffic.onWrite("b PREWRITTEN", WriteFate.SLOW_BY_3_S.at(fixture.time));
    client.traffic.onWrite("a PREWRITTEN", beats::add);
    CompletableFuture<Void> commit = client.begin().put("a", "T").put("b", "T").start();
    fixture.time.advance(Duration.ofSeconds(3));
    close();
    fixture.time.advance(Duration.ofMinutes(2));

    beats.get(0).deliver();

    assertIsRefusal(catchThrowableOfType(ProtocolFailure.class, () -> fixture.await(commit)));
    client.drain();
    assertThat(fixture.value("a")).isNull();
    fixture.assertStable("b", null);
  }
}
