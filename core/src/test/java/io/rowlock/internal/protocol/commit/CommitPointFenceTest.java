package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.LostMessage;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an answer to the commit point other than "applied" is settled with a fence (section 8). */
class CommitPointFenceTest {

  private static final int SENT_AT_MOST = 6;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
  }

  @Test
  void fenceMakesItDefiniteThatNoRequestTakesHoldAnyMore() {
    for (int i = 1; i <= SENT_AT_MOST; i++) {
      client.traffic.script.write(
          i,
          call -> {
            fixture.time.schedule(Duration.ofMinutes(1), call::execute);
            LostMessage.request(call);
          });
    }

    ProtocolFailure failure = failureOf(client.begin().put("a", "new"));

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    assertThat(client.traffic.writes())
        .containsAll(Collections.nCopies(SENT_AT_MOST, "a STABLE+data"))
        .endsWith("a STABLE");
    fixture.runUntilIdle();
    fixture.assertStable("a", "old");
  }

  /** The row may still have the intent of another, committed transaction. */
  @Test
  void fenceKeepsACommittedIntent() {
    LeftOver.COMMITTED.leaveIn(fixture);
    for (int i = 1; i <= SENT_AT_MOST; i++) {
      client.traffic.script.write(i, LostMessage::request);
    }

    assertThat(failureOf(client.begin().put("b", "new")).kind()).isEqualTo(Kind.STORE);

    fixture.assertStable("b", "oldD");
    assertThat(fixture.client().read("a")).isEqualTo("oldD");
  }

  @Test
  void fenceOverACommittedPrimaryKeepsWhatItCommitted() {
    LeftOver.COMMITTED.leaveIn(fixture);
    for (int i = 2; i <= SENT_AT_MOST + 1; i++) {
      client.traffic.script.write(i, LostMessage::request);
    }

    assertThat(failureOf(client.begin().put("a", "new")).kind()).isEqualTo(Kind.STORE);

    fixture.assertStable("a", "oldD");
    fixture.assertStable("b", "oldD");
  }

  @Test
  void fenceOfAPrewrittenPrimaryRollsItBack() {
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    for (int i = 2; i <= SENT_AT_MOST + 1; i++) {
      client.traffic.script.write(i, LostMessage::request);
    }

    assertThat(failureOf(tx.put("a", "new")).kind()).isEqualTo(Kind.STORE);

    assertThat(((Stable) fixture.lock("a")).fence()).isEqualTo(fixture.lockTime("a"));
    fixture.assertStable("a", "old");
  }

  /** An earlier lock time than the known one shows only a stale server. */
  @Test
  void staleAnswerIsNoProof() {
    StoredRow stale = fixture.cluster.rawGet(key("a"));
    fixture.commit("a", "newer");
    ScriptedTransaction tx = client.begin().put("a", "new");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.answerStale("a", stale);
          fixture.time.schedule(Duration.ofMillis(30), () -> client.traffic.answerStale("a", null));
          LostMessage.reply(call);
        });

    tx.commit();

    fixture.assertStable("a", "new");
  }

  @Test
  void staleServerThatNeverCatchesUpLeavesTheOutcomeUnknown() {
    StoredRow stale = fixture.cluster.rawGet(key("a"));
    fixture.commit("a", "newer");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.answerStale("a", stale);
          LostMessage.reply(call);
        });

    assertThat(failureOf(client.begin().put("a", "new")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(fixture.lock("a")).isNotInstanceOf(Prewritten.class);
  }
}
