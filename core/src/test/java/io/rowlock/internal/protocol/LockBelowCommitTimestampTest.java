package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A commit timestamp runs ahead of the clock if a version or a cell that the transaction has read
 * does. Locks are written by the clock, so those of the transaction itself, and all later ones, may
 * be below the commit timestamp. They are not locks from before the transaction (mistake 16).
 */
class LockBelowCommitTimestampTest {

  /** One more than a trail names. */
  private static final int OUT_OF_TRAIL = 17;

  private static final Duration AHEAD = Duration.ofMinutes(1);

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @Test
  void commitOverACellOfTheFutureIsNotRepeated() {
    fixture.rawPut("a", "", fixture.time.currentMillis() + AHEAD.toMillis());
    client.traffic.onWrite("a STABLE+data", call -> applyAndBury(call, "a"));

    assertThat(failureOf(client.begin().append("a", "T")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);

    assertOneT("a");
  }

  @Test
  void commitThatTheTrailStillNamesIsKnown() {
    fixture.rawPut("a", "", fixture.time.currentMillis() + AHEAD.toMillis());
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          appendTo("a", OUT_OF_TRAIL - 1);
          LostMessage.request(call);
        });

    client.begin().append("a", "T").commit();

    assertOneT("a");
  }

  /** A tenth of a second between two clocks is enough. */
  @Test
  void regionCommitAfterAReadOfAFasterClientIsNotRepeated() {
    fixture.client(Duration.ofMillis(100)).begin().put("x", "fast").commit();
    client.store.colocate();
    client.traffic.onRegionWrite(call -> applyAndBuryRegion(call, "a"));
    ScriptedTransaction tx = client.begin();
    tx.get("x");

    assertThat(failureOf(tx.append("a", "T")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);

    assertOneT("a");
  }

  /** All rows of the region are new, and each of them has a lock below the commit timestamp. */
  @Test
  void regionCommitOfSeveralRowsIsNotRepeated() {
    fixture.client(Duration.ofMillis(100)).begin().put("x", "fast").commit();
    client.store.colocate();
    client.traffic.onRegionWrite(call -> applyAndBuryRegion(call, "a", "b"));
    ScriptedTransaction tx = client.begin();
    tx.get("x");

    assertThat(failureOf(tx.append("a", "T").append("b", "T")).kind())
        .isEqualTo(Kind.OUTCOME_UNKNOWN);

    assertOneT("a");
    assertOneT("b");
  }

  private void applyAndBury(PendingCall<ConditionalWrite, WriteOutcome> call, String row) {
    WriteOutcome unused = call.execute();
    appendTo(row, OUT_OF_TRAIL);
    LostMessage.request(call);
  }

  private void applyAndBuryRegion(PendingCall<RegionWrite, WriteOutcome> call, String... rows) {
    WriteOutcome unused = call.execute();
    for (String row : rows) {
      appendTo(row, OUT_OF_TRAIL);
    }
    call.answer(WriteOutcome.maybeApplied(new IOException("Simulated: the reply was lost")));
  }

  private void appendTo(String row, int times) {
    for (int i = 0; i < times; i++) {
      fixture.client().begin().append(row, ".").commit();
    }
  }

  private void assertOneT(String row) {
    fixture.runUntilIdle();
    assertThat(fixture.value(row)).startsWith("T.").doesNotContain(".T");
  }
}
