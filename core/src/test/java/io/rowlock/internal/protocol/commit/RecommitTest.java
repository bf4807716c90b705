package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * If others have only rolled forward or fenced a row, everything that was read still holds: the
 * same writes are committed again, and safety depends on the identity under which this happens
 * (I4).
 */
class RecommitTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c", "r")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void rolledForwardPrimaryTakesAFreshIdentity() {
    LeftOver.COMMITTED.leaveIn(fixture);
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    before("b PREWRITTEN+data", this::rollRowBForward);

    tx.update("b", "T").commit();

    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN+data", "b PREWRITTEN", "b STABLE+data");
    fixture.assertStable("b", "oldDT");
    assertThat(fixture.writer("b")).isNotEqualTo(tx.id);
  }

  @Test
  void rolledForwardDirectPrimaryTakesAFreshIdentity() {
    LeftOver.COMMITTED.leaveIn(fixture);
    ScriptedTransaction tx = client.begin().update("b", "T");
    before("b STABLE+data", this::rollRowBForward);

    tx.commit();

    assertThat(client.traffic.writes()).containsExactly("b STABLE+data", "b STABLE+data");
    fixture.assertStable("b", "oldDT");
    assertThat(fixture.writer("b")).isNotEqualTo(tx.id);
  }

  @Test
  void rolledForwardSecondaryKeepsTheIdentity() {
    LeftOver.COMMITTED.leaveIn(fixture);
    ScriptedTransaction tx = client.begin().update("c", "T").update("b", "T");
    before("b PREWRITTEN+data", this::rollRowBForward);

    tx.commit();
    client.drain();

    assertThat(client.traffic.writes())
        .startsWith("b PREWRITTEN+data", "b PREWRITTEN", "c COMMITTED+data");
    fixture.assertStable("b", "oldDT");
    assertThat(fixture.writer("b")).isEqualTo(tx.id);
    assertThat(fixture.writer("c")).isEqualTo(tx.id);
  }

  /**
   * Mistake 9: a secondary names the lock time of the primary that it relies on. If the primary
   * were locked on other bytes under the same identity, it would commit without a secondary that
   * was rightly rolled back.
   */
  @Test
  void fencedPrimaryTakesAFreshIdentity() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    tx.update("a", "T").append("c", "T");
    before(
        "a PREWRITTEN",
        () -> {
          fenceRowA();
          assertThat(fixture.client().read("c")).isEqualTo("old");
          fixture.assertStable("c", "old");
        });

    tx.commit();
    client.drain();

    fixture.assertStable("a", "oldT");
    fixture.assertStable("c", "oldT");
    assertThat(fixture.writer("a")).isEqualTo(fixture.writer("c")).isNotEqualTo(tx.id);
  }

  /** Mistake 9, where the commit point goes to the primary without a prewrite. */
  @Test
  void fencedDirectPrimaryTakesAFreshIdentity() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    ScriptedTransaction tx = client.begin().update("a", "T").append("c", "T");
    before(
        "a COMMITTED+data",
        () -> {
          fenceRowA();
          assertThat(fixture.client().read("c")).isEqualTo("old");
        });

    tx.commit();
    client.drain();

    fixture.assertStable("a", "oldT");
    fixture.assertStable("c", "oldT");
    assertThat(fixture.writer("a")).isEqualTo(fixture.writer("c")).isNotEqualTo(tx.id);
  }

  @Test
  void firstAttemptIsTakenBackBeforeTheNextBegins() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    before("a COMMITTED+data", this::fenceRowA);

    client.begin().update("a", "T").append("c", "T").commit();
    client.drain();

    assertThat(client.traffic.writes())
        .containsExactly(
            "c PREWRITTEN",
            "a COMMITTED+data",
            "~c STABLE",
            "c PREWRITTEN",
            "a COMMITTED+data",
            "~c STABLE+data",
            "~a STABLE");
  }

  @Test
  void secondAttemptValidatesWhatWasRead() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    tx.update("a", "T").append("c", "T");
    before(
        "a PREWRITTEN",
        () -> {
          fenceRowA();
          fixture.commit("r", "other");
        });

    assertThat(failureOf(tx).isConflict()).isTrue();
    client.drain();

    fixture.assertStable("a", "old");
    fixture.assertStable("c", "old");
  }

  private void before(String write, Runnable interlude) {
    client.traffic.onWrite(
        write,
        call -> {
          client.pause();
          interlude.run();
          client.resume();
          call.deliver();
        });
  }

  /** A writer of the COMMITTED row a must roll its secondary forward first. */
  private void rollRowBForward() {
    fixture.commit("a", "newer");
    fixture.assertStable("b", "oldD");
  }

  /** A client that treats the owner of row b as dead fences its primary. */
  private void fenceRowA() {
    assertThat(fixture.client(ProtocolFixture.PATIENT).read("b")).isEqualTo("old");
    fixture.assertStable("b", "old");
  }
}
